// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "patcher/core/result.hpp"
#include "patcher/tree/git_handles.hpp"

namespace patcher {

/// A commit with the repository that it is read from.
struct GitRevision {
  std::string path;  ///< Of the repository, as it was given.
  GitHandle<git_repository> repository;
  GitHandle<git_commit> commit;  ///< Freed before the repository.

  [[nodiscard]] const git_oid& id() const { return *git_commit_id(commit.get()); }
};

/// Opens what `where` (`git:REPO@REV`) names; the errors are those of open_git_tree.
///
/// A path and a revision may both hold an `@`: the longest REPO that exists counts.
[[nodiscard]] Result<GitRevision> open_revision(const std::string& where);

}  // namespace patcher
