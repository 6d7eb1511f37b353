// SPDX-License-Identifier: MIT
#pragma once

#include <git2.h>

#include <memory>
#include <string>

#include "patcher/tree/in_history.hpp"

// What the sources of this stage that use libgit2 have in common; no other stage includes it.

namespace patcher {

/// libgit2, started once per process and kept from the configuration of whoever runs it.
class GitLibrary {
 public:
  static void start();
  GitLibrary(const GitLibrary&) = delete;
  GitLibrary& operator=(const GitLibrary&) = delete;

 private:
  GitLibrary();
  ~GitLibrary();
};

/// Frees what libgit2 made.
struct GitFree {
  void operator()(git_repository* repository) const { git_repository_free(repository); }
  void operator()(git_object* object) const { git_object_free(object); }
  void operator()(git_commit* commit) const { git_commit_free(commit); }
  void operator()(git_tree* tree) const { git_tree_free(tree); }
  void operator()(git_blob* blob) const { git_blob_free(blob); }
  void operator()(git_diff* diff) const { git_diff_free(diff); }
  void operator()(git_revwalk* walk) const { git_revwalk_free(walk); }
};
template <class T>
using GitHandle = std::unique_ptr<T, GitFree>;

/// `id` in hex digits.
[[nodiscard]] std::string hex_of(const git_oid& id);

/// Why libgit2's last call failed, in its words.
[[nodiscard]] std::string git_reason();

/// Opens the repository at `path` itself, never one around it; null where that cannot be done.
/// `status` gets what libgit2 says.
[[nodiscard]] GitHandle<git_repository> open_repository(const std::string& path, int& status);

/// Whether `commit` (40 hex digits) is `head` or an ancestor of it.
[[nodiscard]] InHistory in_history(git_repository* repository, const git_oid& head,
                                   const std::string& commit);

}  // namespace patcher
