// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/core/tree_path.hpp"
#include "patcher/tree/split_worktree.hpp"

namespace patcher {

/// What is to be deleted of a tree before something is made anew.
struct Removal {
  std::vector<std::string> globs;  ///< Paths or globs of the tree, by the rules of glob.hpp.
  std::set<TreePath> kept = {};    ///< Files that must never go.
};

/// Deletes what `removal` catches: files, links (never what they lead to), and folders with all
/// that is in them. Gives the paths that were caught, ascending.
///
/// A folder that only lies above what a glob catches stays. What is not there is nothing to delete.
/// First all is looked through, so that what is refused leaves everything as it was.
/// Errors: unsafe_link for a link on the way; unsafe_path for a folder that holds a `.git` or
/// `.patcher`, or on which another file system is mounted; usage for a file of `kept`; io_error.
[[nodiscard]] Result<std::vector<TreePath>> remove_caught(const SplitWorktree& tree,
                                                          const Removal& removal,
                                                          FileSystem& files);

/// Says whether `remove_caught` would refuse, and changes nothing.
[[nodiscard]] Status check_removal(const SplitWorktree& tree, const Removal& removal,
                                   FileSystem& files);

}  // namespace patcher
