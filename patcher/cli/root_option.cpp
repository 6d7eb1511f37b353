// SPDX-License-Identifier: MIT
#include "patcher/cli/root_option.hpp"

#include <fmt/format.h>

#include <utility>

#include "patcher/core/tree_path.hpp"
#include "patcher/tree/git_tree.hpp"
#include "patcher/tree/image_choice.hpp"

namespace patcher {
namespace {

using Folders = std::map<std::string, std::string>;

Diagnostic fault(Code code, std::string message, std::string hint) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

void check_spelling(const std::string& option, const std::string& folder, Diagnostics& faults) {
  if (const auto why = TreePath::why_unsafe(folder)) {
    faults.push_back(fault(Code::unsafe_path,
                           fmt::format("{}: the folder is unsafe: {}", option, *why),
                           "name a folder below the tree's root"));
  } else if (const auto malformed = TreePath::why_malformed(folder)) {
    faults.push_back(fault(Code::usage,
                           fmt::format("{}: the folder is malformed: {}", option, *malformed),
                           "write it as 'a/b'"));
  }
}

/// In a map's order what is in a folder does not always come right after it (`a`, `a.b`, `a/b`).
void check_nesting(const std::string& option, const std::string& folder, const Folders& all,
                   Diagnostics& faults) {
  for (const auto& [outer, where] : all) {
    if (!folder.starts_with(outer + "/")) continue;
    faults.push_back(fault(
        Code::usage, fmt::format("{}: '{}', which it lies in, is given as well", option, outer),
        "give one of the two"));
  }
}

}  // namespace

std::string add_root(Options& options, const std::string& given) {
  const std::size_t equals = given.find('=');
  const std::string name = given.substr(0, equals);
  const std::size_t colon = name.find(':');
  const bool filled = equals != std::string::npos && equals + 1 != given.size() && !name.empty() &&
                      colon != 0 && colon != name.size() - 1;
  if (!filled) return fmt::format("'{}' is neither TREE=WHERE nor TREE:FOLDER=WHERE", given);
  const std::string where = given.substr(equals + 1);
  if (colon == std::string::npos) {
    if (options.roots.emplace(name, where).second) return {};
    return fmt::format("tree '{}' is given twice", name);
  }
  const std::string tree = name.substr(0, colon);
  const std::string folder = name.substr(colon + 1);
  if (folder.starts_with(':')) return fmt::format("'{}' has one colon too many", given);
  if (options.parts[tree].emplace(folder, where).second) return {};
  return fmt::format("folder '{}' of tree '{}' is given twice", folder, tree);
}

std::string add_since(Options& options, const std::string& given) {
  const std::size_t equals = given.find('=');
  const bool has_tree = equals != std::string::npos;
  const std::string tree = has_tree ? given.substr(0, equals) : std::string();
  const std::string revision = has_tree ? given.substr(equals + 1) : given;
  if (revision.empty() || equals == 0) return fmt::format("'{}' is no [TREE=]REV", given);
  if (options.since.emplace(tree, revision).second) return {};
  return has_tree ? fmt::format("tree '{}' is given twice", tree) : "it is given twice";
}

bool is_stored(std::string_view where) {
  return where.starts_with(kGitPrefix) || where.starts_with(kImagePrefix);
}

Diagnostics roots_without_a_folder(const Options& options) {
  Diagnostics faults;
  for (const auto& [tree, where] : options.roots) {
    if (!is_stored(where)) continue;
    faults.push_back(fault(
        Code::usage,
        fmt::format("--root {}={}: '{}' needs a folder{}", tree, where, name_of(options.command),
                    options.manifest.empty() ? " where there is no manifest" : ""),
        options.command == Command::apply
            ? "'verify' and 'diff' tell what it would do there"
            : "commits and images are only read: give the folder of a checkout"));
  }
  return faults;
}

Diagnostics faults_of_parts(const Options& options) {
  Diagnostics faults;
  for (const auto& [tree, folders] : options.parts) {
    if (!options.roots.contains(tree)) {
      faults.push_back(fault(Code::usage,
                             fmt::format("--root {}:{}=... needs the root of the tree beside it",
                                         tree, folders.begin()->first),
                             fmt::format("add '--root {}=DIR'", tree)));
    }
    for (const auto& [folder, where] : folders) {
      const std::string option = fmt::format("--root {}:{}={}", tree, folder, where);
      check_spelling(option, folder, faults);
      check_nesting(option, folder, folders, faults);
      if (!is_stored(where)) continue;
      faults.push_back(fault(Code::not_supported,
                             option + ": a folder of a tree can only lie in another folder",
                             "check the tree out and give its folder"));
    }
  }
  return faults;
}

}  // namespace patcher
