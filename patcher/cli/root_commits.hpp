// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/plan/file_change.hpp"
#include "patcher/tree/split_worktree.hpp"
#include "patcher/write/commit.hpp"

namespace patcher {

/// `change`, which is in paths of the tree, as one commit for each folder that it touches.
///
/// The main folder's comes first, also when only parts change: it keeps the record. A part's is in
/// paths of its folder, and keeps nothing of ours there; the folder itself is never removed.
[[nodiscard]] std::vector<RootCommit> root_commits(const SplitWorktree& tree, RootChange change);

}  // namespace patcher
