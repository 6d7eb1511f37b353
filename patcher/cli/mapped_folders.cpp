// SPDX-License-Identifier: MIT
#include "patcher/cli/mapped_folders.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "patcher/manifest/mapped_folder.hpp"

namespace patcher {
namespace {

std::vector<std::string> paths_of(const Manifest& manifest, const SessionTree& tree) {
  std::vector<std::string> paths = paths_named_in(manifest, tree.root.spec->name);
  for (const RecordedPatch& entry : tree.record.stack) {
    for (const RecordedFile& file : entry.files) paths.push_back(file.path.str());
  }
  return paths;
}

Diagnostic unused_folder(const std::string& folder, const SessionTree& tree,
                         const std::vector<std::string>& paths) {
  const auto meant = folder_meant(folder, paths);
  Diagnostic found;
  found.severity = meant ? Severity::error : Severity::warning;
  found.code = meant ? Code::usage : Code::map_unused;
  found.message = fmt::format("'{}' of tree '{}' is mapped, but no file of the patches lies in it",
                              folder, tree.root.spec->name);
  found.where = tree.root.spec->where;
  found.tree = tree.root.spec->name;
  found.hint = meant ? fmt::format("did you mean '{}'?", *meant) : "leave the mapping out";
  return found;
}

}  // namespace

Diagnostics unused_folders(const Manifest& manifest, const std::vector<SessionTree>& trees) {
  Diagnostics all;
  for (const SessionTree& tree : trees) {
    const std::vector<std::string> paths = paths_of(manifest, tree);
    for (const SplitWorktree::Part& part : tree.root.worktree->parts()) {
      const std::string& folder = part.at.str();
      if (!is_used(folder, paths)) all.push_back(unused_folder(folder, tree, paths));
    }
  }
  return all;
}

}  // namespace patcher
