// SPDX-License-Identifier: MIT
#include "patcher/tree/startup_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
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

bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// The dotted name at `begin`, or after what may stand before one there.
std::string_view name_at(std::string_view text, std::size_t begin) {
  const std::size_t first = std::min(text.find_first_not_of(" \t'\"(", begin), text.size());
  std::size_t end = first;
  while (end < text.size() && (is_word(text[end]) || text[end] == '.')) ++end;
  return text.substr(first, end - first);
}

/// What Python finds of a module in the folders that it searches.
struct Module {
  enum class Kind { nothing, source, unread, bare_folder };
  Kind kind = Kind::nothing;
  std::string source = {};
  std::vector<std::string> folders = {};  ///< Where its submodules are looked for.
};

Module read_module(const std::string& path, std::vector<std::string> folders) {
  auto text = small_text(path, kMostSource);
  if (!text || !*text) return {Module::Kind::unread};
  return {Module::Kind::source, **std::move(text), std::move(folders)};
}

/// Whether `folder` has the module `name` in a form that is not read: compiled.
bool has_compiled(const std::string& folder, const std::string& name) {
  const auto names = names_in(folder);
  return names && std::ranges::any_of(*names, [&](const std::string& file) {
           return file == name + ".pyc" || (file.starts_with(name + ".") && file.ends_with(".so"));
         });
}

/// The module `name` of `folder` itself.
Module module_in(const std::string& folder, const std::string& name) {
  const std::string path = fmt::format("{}/{}", folder, name);
  const std::string package = path + "/__init__.py";
  std::error_code unseen;
  if (std::filesystem::exists(package, unseen)) return read_module(package, {path});
  if (has_compiled(path, "__init__")) return {Module::Kind::unread};
  if (std::filesystem::exists(path + ".py", unseen)) return read_module(path + ".py", {});
  if (has_compiled(folder, name)) return {Module::Kind::unread};
  if (!std::filesystem::is_directory(path, unseen)) return {};
  return {Module::Kind::bare_folder, {}, {path}};
}

/// The module `name` of the first of `folders` that has it. Folders without code are one package,
/// but only where no folder has a module of that name.
Module module_in(const std::vector<std::string>& folders, const std::string& name) {
  Module bare;
  for (const std::string& folder : folders) {
    Module found = module_in(folder, name);
    if (found.kind == Module::Kind::nothing) continue;
    if (found.kind != Module::Kind::bare_folder) return found;
    bare.kind = found.kind;
    bare.folders.push_back(std::move(found.folders.front()));
  }
  return bare;
}

/// The first part of the dotted `name` whose code may change the search, or is not known; empty
/// where none does. A folder without code is passed through, if there is source behind it.
std::string doubtful_part(std::string_view name, std::vector<std::string> folders) {
  std::string passed;
  if (name.starts_with('.')) return passed;  // Relative to a package, which a line of code has not.
  for (std::size_t end = 0; end < name.size(); ++end) {
    const std::size_t begin = end;
    end = std::min(name.find('.', begin), name.size());
    const std::string part(name.substr(0, end));
    Module module = module_in(folders, std::string(name.substr(begin, end - begin)));
    if (module.kind == Module::Kind::nothing) return passed;
    if (module.kind == Module::Kind::unread || may_change_search(module.source))
      return std::string(name.substr(0, end));
    passed = module.kind == Module::Kind::bare_folder ? part : std::string();
    folders = std::move(module.folders);
  }
  return passed;
}

/// Adds the first name of each part of `list`, which commas part, as one of `package`.
void add_names(std::string_view list, std::string_view package, std::vector<std::string>& names) {
  while (!list.empty()) {
    const std::string_view name = name_at(list, 0);
    if (!name.empty()) names.push_back(fmt::format("{}{}", package, name));
    list.remove_prefix(std::min(list.find(','), list.size() - 1) + 1);
  }
}

/// The rest of the statement that goes on at `begin`.
std::string_view statement_at(std::string_view line, std::size_t begin) {
  const std::string_view rest = line.substr(begin);
  return rest.substr(0, rest.find_first_of(";\n\\"));
}

/// Whether the keyword `word` stands at `at`.
bool has_keyword(std::string_view line, std::size_t at, std::string_view word) {
  const std::string_view rest = line.substr(at);
  return rest.starts_with(word) && rest.size() > word.size() &&
         (is_blank(rest[word.size()]) || rest[word.size()] == '(') &&
         (at == 0 || !is_word(line[at - 1]));
}

/// Adds the modules of `from PACKAGE import NAMES`, whose package is at `at`; each name may be one.
/// Gives where the names begin.
std::size_t add_from(std::string_view line, std::size_t at, std::vector<std::string>& modules) {
  constexpr std::string_view kImport = "import";
  const std::string_view package = name_at(line, at);
  const auto after = static_cast<std::size_t>(package.end() - line.begin());
  const std::size_t word = std::min(line.find_first_not_of(" \t", after), line.size());
  if (package.empty() || !has_keyword(line, word, kImport)) return at;
  const std::size_t before = modules.size();
  add_names(statement_at(line, word + kImport.size()), fmt::format("{}.", package), modules);
  if (modules.size() == before) modules.emplace_back(package);
  return word + kImport.size();
}

/// The modules that `line` imports by name, dotted.
std::vector<std::string> modules_imported_by(std::string_view line) {
  constexpr std::string_view kCall = "__import__";
  constexpr std::string_view kFrom = "from";
  constexpr std::string_view kImport = "import";
  std::vector<std::string> modules;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (has_keyword(line, at, kFrom)) {
      at = add_from(line, at + kFrom.size(), modules) - 1;
    } else if (has_keyword(line, at, kImport)) {
      add_names(statement_at(line, at + kImport.size()), "", modules);
    } else if (has_keyword(line, at, kCall)) {
      modules.emplace_back(name_at(line, at + kCall.size()));
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
    const std::string part = doubtful_part(module, folders);
    if (part.empty()) continue;
    return fmt::format("imports '{}', which may change where packages are found", part);
  }
  return {};
}

}  // namespace patcher
