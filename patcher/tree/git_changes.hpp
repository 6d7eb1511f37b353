// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/core/tree_path.hpp"

namespace patcher {

/// A commit, as what it changes in its first parent.
struct CommitChange {
  std::string before;           ///< The parent, as open_git_tree takes it.
  std::string id;               ///< 40 hex digits.
  std::string author;           ///< Name alone, as the commit spells it.
  std::string day;              ///< `YYYY-MM-DD`, where the author was.
  std::string message;          ///< As the commit has it.
  std::vector<TreePath> paths;  ///< What differs, ascending.
};

/// The commit that `where` (`git:REPO@REV`) names. Errors: those of open_git_tree; usage for one
/// without a parent; unsafe_path.
[[nodiscard]] Result<CommitChange> commit_change(const std::string& where);

/// What is not in a checkout as in a commit.
struct CheckoutChange {
  std::string before;               ///< The commit, as open_git_tree takes it.
  std::string id;                   ///< Of the commit, 40 hex digits.
  std::vector<TreePath> paths;      ///< Ascending, with those of `untracked`.
  std::vector<TreePath> untracked;  ///< Files that git does not know and is not told to ignore.
};

/// How the checkout `folder` differs from its commit `revision`; what git ignores is left out.
///
/// Nothing is written, not even git's index. Errors: those of open_git_tree; usage for a repository
/// without files; unsafe_path; not_a_regular_file for a repository in the checkout that git does
/// not know.
[[nodiscard]] Result<CheckoutChange> checkout_change(const std::string& folder,
                                                     const std::string& revision);

}  // namespace patcher
