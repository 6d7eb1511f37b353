// SPDX-License-Identifier: MIT
#include "patcher/cli/command_words.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace patcher {
namespace {

void replace_all(std::string& text, std::string_view name, const std::string& value) {
  for (std::size_t at = text.find(name); at != std::string::npos;
       at = text.find(name, at + value.size())) {
    text.replace(at, name.size(), value);
  }
}

}  // namespace

std::string filled(const std::string& text, const Stand& stand) {
  std::string result = text;
  replace_all(result, "{here}", stand.here);
  replace_all(result, "{root}", stand.root);
  if (!stand.file.empty()) replace_all(result, "{file}", stand.file);
  return result;
}

std::vector<std::string> filled(const std::vector<std::string>& words, const Stand& stand) {
  std::vector<std::string> result;
  result.reserve(words.size());
  for (const std::string& word : words) result.push_back(filled(word, stand));
  return result;
}

std::string real_folder(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code unseen;
  const fs::path absolute = fs::absolute(folder.empty() ? "." : folder, unseen);
  const fs::path real = fs::canonical(absolute, unseen);
  return (unseen ? absolute : real).string();
}

std::string folder_of_file(const std::string& file) {
  return real_folder(std::filesystem::path(file).parent_path().string());
}

Variables variables_with(const Variables& more) {
  Variables variables = more;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    variables.try_emplace(std::string(text.substr(0, equals)), text.substr(equals + 1));
  }
  return variables;
}

std::optional<Process> process_of(const FilledCommand& command) {
  const auto path = command.variables.find("PATH");
  Process process{command.words, command.folder, {}, command.limit};
  process.words.front() =
      program_path(command.words.front(), command.folder,
                   path == command.variables.end() ? std::string() : path->second);
  if (process.words.front().empty()) return std::nullopt;
  for (const auto& [name, value] : command.variables) {
    process.environment.push_back(fmt::format("{}={}", name, value));
  }
  return process;
}

}  // namespace patcher
