// SPDX-License-Identifier: MIT
#include "patcher/cli/root_commits.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace patcher {
namespace {

/// Takes what is in `part` out of `change`, with paths of the part's folder.
RootChange taken_out(const SplitWorktree::Part& part, RootChange& change) {
  RootChange taken;
  taken.tree = change.tree;
  const auto in_part = [&](const TreePath& path) { return is_in(path, part.at); };
  for (FileChange& file : change.files) {
    if (!in_part(file.path)) continue;
    // A file that could not be below was refused when it was looked at.
    FileChange own = file;
    own.path = below(file.path, part.at).value_or(TreePath());
    taken.files.push_back(std::move(own));
  }
  for (const TreePath& folder : change.emptied_folders) {
    const auto own = in_part(folder) ? below(folder, part.at) : std::nullopt;
    if (own) taken.emptied_folders.push_back(*own);
  }
  std::erase_if(change.files, [&](const FileChange& file) { return in_part(file.path); });
  std::erase_if(change.emptied_folders, in_part);
  return taken;
}

}  // namespace

std::vector<RootCommit> root_commits(const SplitWorktree& tree, RootChange change) {
  std::vector<RootCommit> parts;
  for (const SplitWorktree::Part& part : tree.parts()) {
    RootChange own = taken_out(part, change);
    if (own.files.empty() && own.emptied_folders.empty()) continue;
    parts.push_back({part.folder.get(), std::move(own), Keeps::nothing});
  }
  std::vector<RootCommit> commits;
  commits.push_back({&tree.main(), std::move(change), Keeps::record});
  std::ranges::move(parts, std::back_inserter(commits));
  return commits;
}

}  // namespace patcher
