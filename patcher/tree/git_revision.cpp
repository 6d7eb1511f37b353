// SPDX-License-Identifier: MIT
#include "patcher/tree/git_revision.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "patcher/tree/git_tree.hpp"

namespace patcher {
namespace {

/// The two parts of a tree's name.
struct Spelling {
  std::string path;
  std::string revision;
};

std::optional<Spelling> spelling_of(const std::string& where) {
  std::optional<Spelling> shortest;
  const std::string given = where.substr(kGitPrefix.size());
  for (std::size_t at = given.rfind('@'); at != std::string::npos && at > 0;
       at = given.rfind('@', at - 1)) {
    Spelling spelling{given.substr(0, at), given.substr(at + 1)};
    std::error_code unseen;
    if (!spelling.revision.empty() && std::filesystem::exists(spelling.path, unseen)) {
      return spelling;
    }
    if (!spelling.revision.empty()) shortest = std::move(spelling);
  }
  return shortest;
}

Diagnostic failure(Code code, std::string message, std::string hint) {
  return {.code = code, .message = std::move(message), .hint = std::move(hint)};
}

Result<GitHandle<git_repository>> opened(const std::string& path) {
  int status = 0;
  GitHandle<git_repository> repository = open_repository(path, status);
  if (repository) return repository;
  std::error_code unseen;
  if (!std::filesystem::exists(path, unseen)) {
    return failure(Code::tree_not_found, fmt::format("\"{}\" does not exist", path),
                   "name the folder of a git repository");
  }
  if (status == GIT_ENOTFOUND) {
    return failure(Code::tree_not_found, fmt::format("\"{}\" is no git repository", path),
                   "name the repository itself: none around a folder is looked for");
  }
  return failure(Code::object_unreadable,
                 fmt::format("the git repository \"{}\" cannot be read: {}", path, git_reason()),
                 "see what 'git status' says there");
}

Diagnostic no_revision(const Spelling& spelling, int status) {
  const std::string what = fmt::format("'{}' in \"{}\"", spelling.revision, spelling.path);
  if (status == GIT_EAMBIGUOUS) {
    return failure(Code::tree_ambiguous, fmt::format("several objects are called {}", what),
                   "spell more digits of the id");
  }
  if (status == GIT_ENOTFOUND || status == GIT_EINVALIDSPEC) {
    return failure(Code::tree_not_found, fmt::format("there is no revision {}", what),
                   "fetch it first; nothing is fetched here");
  }
  return failure(Code::object_unreadable,
                 fmt::format("the revision {} cannot be read: {}", what, git_reason()),
                 "see what 'git fsck' says there");
}

}  // namespace

Result<GitHandle<git_commit>> commit_named(git_repository* repository, const std::string& path,
                                           const std::string& spelled) {
  const Spelling spelling{path, spelled};
  git_object* found = nullptr;
  const int status = git_revparse_single(&found, repository, spelling.revision.c_str());
  if (status != 0) return no_revision(spelling, status);
  const GitHandle<git_object> named(found);
  git_object* peeled = nullptr;
  if (git_object_peel(&peeled, named.get(), GIT_OBJECT_COMMIT) != 0) {
    return failure(Code::tree_not_found,
                   fmt::format("'{}' in \"{}\" is no commit", spelling.revision, spelling.path),
                   "name a commit, a branch or a tag");
  }
  // An object of that type is a commit: libgit2 has one structure for both.
  return GitHandle<git_commit>(reinterpret_cast<git_commit*>(peeled));
}

Result<GitRevision> open_revision(const std::string& where) {
  const auto spelling = spelling_of(where);
  if (!spelling) {
    return failure(Code::usage, fmt::format("'{}' names no revision", where),
                   "write it as 'git:REPO@REV': 'git:/srv/engine.git@main'");
  }
  auto repository = opened(spelling->path);
  if (!repository) return std::move(repository).error();
  auto commit = commit_named(repository->get(), spelling->path, spelling->revision);
  if (!commit) return std::move(commit).error();
  return GitRevision{spelling->path, *std::move(repository), *std::move(commit)};
}

}  // namespace patcher
