// SPDX-License-Identifier: MIT
#include "patcher/tree/pth_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

namespace patcher {
namespace {

using Kind = PthLine::Kind;

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

/// The package of a line of a `-nspkg.pth`, as setuptools writes it.
std::optional<std::string> made_portion(std::string_view line) {
  constexpr std::string_view kFolder = "f_locals['sitedir'], *('";
  const std::size_t begin = line.find(kFolder);
  const bool is_such = line.starts_with("import sys, types, os;") &&
                       line.ends_with("mp.append(p)") && begin != std::string_view::npos;
  if (!is_such) return std::nullopt;
  const std::string_view rest = line.substr(begin + kFolder.size());
  return std::string(rest.substr(0, rest.find('\'')));
}

/// An import of modules that every Python has and that change nothing when they are imported again.
bool imports_known(std::string_view line) {
  constexpr std::array<std::string_view, 4> kKnown{"os", "sys", "site", "types"};
  std::string names(line.substr(std::string_view("import").size()));
  std::erase_if(names, [](char c) { return kBlank.find(c) != std::string_view::npos; });
  names += ',';
  for (std::size_t begin = 0; begin < names.size();) {
    const std::size_t end = names.find(',', begin);
    if (std::ranges::find(kKnown, names.substr(begin, end - begin)) == kKnown.end()) return false;
    begin = end + 1;
  }
  return true;
}

/// What setuptools and virtualenv write for `distutils` alone.
bool is_about_distutils(std::string_view line) {
  const bool precedes =
      line.starts_with("import os; var = 'SETUPTOOLS_USE_DISTUTILS'; enabled = ") &&
      line.ends_with("enabled and __import__('_distutils_hack').add_shim();");
  return precedes || line == "import _virtualenv";
}

PthLine code_line(std::string_view line) {
  if (auto finder = installed_finder(line)) return {Kind::finder, *std::move(finder)};
  if (auto package = made_portion(line)) return {Kind::portion, *std::move(package)};
  const bool harmless = imports_known(line) || is_about_distutils(line);
  return {harmless ? Kind::harmless : Kind::code, std::string(line)};
}

std::optional<PthLine> line_of(std::string_view line, const std::string& site) {
  const std::size_t last = line.find_last_not_of(kBlank);
  if (line.starts_with('#') || last == std::string_view::npos) return std::nullopt;
  const std::string_view said = line.substr(0, last + 1);
  if (is_code(line)) return code_line(said);
  std::string folder = (std::filesystem::path(site) / said).lexically_normal().string();
  if (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  return PthLine{Kind::folder, std::move(folder)};
}

}  // namespace

PthFile parse_pth(std::string_view text, const std::string& site) {
  PthFile found;
  const bool marked = text.starts_with(kByteOrderMark);
  if (marked) text.remove_prefix(kByteOrderMark.size());
  for (bool first = true; !text.empty(); first = false) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    auto line = line_of(text.substr(0, end), site);
    if (line && first) found.has_mark = marked;
    if (line) found.lines.push_back(*std::move(line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return found;
}

}  // namespace patcher
