// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "patcher/core/result.hpp"
#include "patcher/tree/git_handles.hpp"
#include "patcher/tree/stored_tree.hpp"

namespace patcher {

/// A commit with the repository that it is read from.
struct GitRevision {
  std::string path;                            ///< Of the repository, as it was given.
  std::shared_ptr<git_repository> repository;  ///< Shared by what is read from it.
  GitHandle<git_commit> commit;                ///< Freed before the repository.

  [[nodiscard]] const git_oid& id() const { return *git_commit_id(commit.get()); }
};

/// Opens what `where` (`git:REPO@REV`) names; the errors are those of open_git_tree.
///
/// A path and a revision may both hold an `@`: the longest REPO that exists counts.
[[nodiscard]] Result<GitRevision> open_revision(const std::string& where);

/// What `spelled` names in `repository`, which is at `path`; the errors are those of open_git_tree.
[[nodiscard]] Result<GitHandle<git_commit>> commit_named(git_repository* repository,
                                                         const std::string& path,
                                                         const std::string& spelled);

/// The files of `revision`, which is named `where`. Errors: object_unreadable.
[[nodiscard]] Result<std::unique_ptr<StoredTree>> stored_tree_of(std::string where,
                                                                 GitRevision revision);

}  // namespace patcher
