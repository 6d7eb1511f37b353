// SPDX-License-Identifier: MIT
#include "patcher/tree/startup_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "patcher/tree/small_text.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostSource = 1'048'576;  // bytes of a module

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Whether `code` has `.path` of anything but `os`.
bool mentions_a_path(std::string_view code) {
  constexpr std::string_view kPath = ".path";
  for (std::size_t at = code.find(kPath); at != std::string_view::npos;
       at = code.find(kPath, at + 1)) {
    const std::string_view rest = code.substr(at + kPath.size());
    const std::string_view owner = code.substr(0, at);
    const bool is_os = owner.ends_with("os") && (owner.size() == 2 || !is_word(owner.end()[-3]));
    if (!is_os && (rest.empty() || !is_word(rest.front()))) return true;
  }
  return false;
}

/// Whether `code` calls `function` with anything but a text that stands there.
bool calls_with_unseen(std::string_view code, std::string_view function) {
  for (std::size_t at = code.find(function); at != std::string_view::npos;
       at = code.find(function, at + 1)) {
    const std::string_view rest = code.substr(at + function.size());
    if (!rest.starts_with('"') && !rest.starts_with('\'')) return true;
  }
  return false;
}

std::string_view word_at(std::string_view text, std::size_t begin) {
  const std::size_t first = std::min(text.find_first_not_of(" \t'\"(", begin), text.size());
  std::size_t end = first;
  while (end < text.size() && is_word(text[end])) ++end;
  return text.substr(first, end - first);
}

/// The source of `module` in the first of `folders` that has it; nothing where none has, or where
/// it cannot be read.
struct Source {
  bool is_there = false;
  std::optional<std::string> text;
};
Source source_of(const std::string& module, const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    for (const char* file : {"/__init__.py", ".py"}) {
      const std::string path = fmt::format("{}/{}{}", folder, module, file);
      std::error_code unseen;
      if (!std::filesystem::exists(path, unseen)) continue;
      auto text = small_text(path, kMostSource);
      return {true, text ? *std::move(text) : std::nullopt};
    }
  }
  return {};
}

/// Adds the first word of each part of `list`, which commas part.
void add_names(std::string_view list, std::vector<std::string>& names) {
  while (!list.empty()) {
    const std::string_view name = word_at(list, 0);
    if (!name.empty()) names.emplace_back(name);
    list.remove_prefix(std::min(list.find(','), list.size() - 1) + 1);
  }
}

/// The modules that `line` imports by name, first components only.
std::vector<std::string> modules_imported_by(std::string_view line) {
  std::vector<std::string> modules;
  for (const std::string_view keyword : {"import ", "import\t", "from ", "__import__("}) {
    for (std::size_t at = line.find(keyword); at != std::string_view::npos;
         at = line.find(keyword, at + 1)) {
      if (at != 0 && is_word(line[at - 1])) continue;
      const std::string_view rest = line.substr(at + keyword.size());
      add_names(rest.substr(0, rest.find_first_of(";\n\\")), modules);
    }
  }
  return modules;
}

}  // namespace

bool may_change_search(std::string_view code) {
  constexpr std::array<std::string_view, 13> kWays{
      "meta_path",   "path_hooks",      "path_importer_cache",
      "addsitedir",  "addpackage",      "__path__",
      "sys.modules", "from sys import", "import_module",
      "setattr(",    "(sys,",           "(sys)",
      "eval("};
  const bool mentions = std::ranges::any_of(
      kWays, [&](std::string_view way) { return code.find(way) != std::string_view::npos; });
  return mentions || mentions_a_path(code) || calls_with_unseen(code, "exec(") ||
         calls_with_unseen(code, "__import__(");
}

std::string why_search_may_change(std::string_view line, const std::vector<std::string>& folders) {
  if (may_change_search(line)) return "has code that may change where packages are found";
  for (const std::string& module : modules_imported_by(line)) {
    const Source source = source_of(module, folders);
    if (!source.is_there || (source.text && !may_change_search(*source.text))) continue;
    return fmt::format("imports '{}', which may change where packages are found", module);
  }
  return {};
}

}  // namespace patcher
