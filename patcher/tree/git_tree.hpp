// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "patcher/core/result.hpp"
#include "patcher/tree/stored_tree.hpp"

namespace patcher {

/// How a tree in a git repository is named: `git:REPO@REV`.
inline constexpr std::string_view kGitPrefix = "git:";

/// Opens the commit that `where` (`git:REPO@REV`) names.
///
/// REPO is a repository itself, bare or not, or a worktree of one: none around it is looked for.
/// It may belong to another user, be shallow or partial, and have its objects elsewhere
/// (alternates). REV is what git calls a revision, of a commit. Nothing is written, fetched or run,
/// and no configuration of the user's is read. A file's mode is 0755 where git has it executable,
/// else 0644.
/// Errors: usage for another spelling; tree_not_found where there is no repository, or no such
/// revision in it; tree_ambiguous for an abbreviated id that several objects have;
/// object_unreadable for a repository or commit that cannot be read.
[[nodiscard]] Result<std::unique_ptr<StoredTree>> open_git_tree(const std::string& where);

}  // namespace patcher
