// SPDX-License-Identifier: MIT
#include "patcher/tree/pth_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace patcher {
namespace {

constexpr std::string_view kBlank = " \t\r\f\v";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_code(std::string_view line) {
  return line.starts_with("import ") || line.starts_with("import\t");
}

/// The module `M` of a line `import M; M.install()`, where `M` has the name of an editable
/// install's finder.
std::optional<std::string> installed_finder(std::string_view line) {
  constexpr std::string_view kImport = "import ";
  if (!line.starts_with(kImport)) return std::nullopt;
  line.remove_prefix(kImport.size());
  std::string module(line.substr(0, line.find(';')));
  const bool is_finder = module.starts_with("__editable__") && module.ends_with("_finder") &&
                         std::ranges::all_of(module, is_word);
  if (!is_finder || line != fmt::format("{0}; {0}.install()", module)) return std::nullopt;
  return module;
}

void take(std::string_view line, const std::string& site, PthFile& found) {
  if (line.starts_with('#') || line.find_first_not_of(kBlank) == std::string_view::npos) return;
  const std::string_view said = line.substr(0, line.find_last_not_of(kBlank) + 1);
  if (is_code(line)) {
    auto finder = installed_finder(said);
    if (finder) {
      found.finders.push_back(*std::move(finder));
    } else {
      ++found.other_code;
    }
    return;
  }
  std::string folder = (std::filesystem::path(site) / said).lexically_normal().string();
  if (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  found.folders.push_back(std::move(folder));
}

}  // namespace

PthFile parse_pth(std::string_view text, const std::string& site) {
  PthFile found;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    take(text.substr(0, end), site, found);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return found;
}

}  // namespace patcher
