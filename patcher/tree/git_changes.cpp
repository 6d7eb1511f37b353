// SPDX-License-Identifier: MIT
#include "patcher/tree/git_changes.hpp"

#include <fmt/format.h>

#include <array>
#include <ctime>
#include <set>
#include <string_view>

#include "patcher/tree/git_revision.hpp"
#include "patcher/tree/git_tree.hpp"

namespace patcher {
namespace {

using Diff = GitHandle<git_diff>;

std::string tree_name(const std::string& repository, const git_oid& commit) {
  return fmt::format("{}{}@{}", kGitPrefix, repository, hex_of(commit));
}

Diagnostic unreadable(const std::string& where) {
  return {.code = Code::object_unreadable,
          .message = fmt::format("what changes at '{}' cannot be read: {}", where, git_reason()),
          .hint = "see what 'git fsck' says there"};
}

Result<GitHandle<git_tree>> tree_of(const git_commit* commit, const std::string& where) {
  git_tree* tree = nullptr;
  if (git_commit_tree(&tree, commit) != 0) return unreadable(where);
  return GitHandle<git_tree>(tree);
}

Result<TreePath> path_of(std::string_view spelled) {
  if (auto path = TreePath::parse(spelled)) return *std::move(path);
  if (spelled.ends_with('/')) {
    return Diagnostic{.code = Code::not_a_regular_file,
                      .message = fmt::format("'{}' is a repository of its own", spelled),
                      .hint = "have git ignore it, or take it away"};
  }
  return Diagnostic{
      .code = Code::unsafe_path,
      .message = fmt::format("'{}' changes, which no edit may touch: {}", spelled,
                             TreePath::why_unsafe(spelled).value_or("it is not canonical"))};
}

/// What a diff is about, by path.
struct Paths {
  std::set<TreePath> all;
  std::set<TreePath> untracked;
};

Result<Paths> paths_in(const git_diff* diff) {
  Paths paths;
  Diagnostics errors;
  for (std::size_t i = 0; i < git_diff_num_deltas(diff); ++i) {
    const git_diff_delta* delta = git_diff_get_delta(diff, i);
    const auto path = path_of(delta->new_file.path);
    if (!path) {
      append(errors, path.error().diagnostics());
      continue;
    }
    paths.all.insert(*path);
    if (delta->status == GIT_DELTA_UNTRACKED) paths.untracked.insert(*path);
  }
  if (!errors.empty()) return Failure(std::move(errors));
  return paths;
}

std::string day_of(const git_time& when) {
  const std::time_t there = when.time + when.offset * 60L;
  std::tm parts{};
  std::array<char, 16> text{};
  if (gmtime_r(&there, &parts) == nullptr) return "on an unknown day";
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts)};
}

Result<Diff> diff_of(git_repository* repository, const git_commit* before, const git_commit* after,
                     const std::string& where) {
  const auto old_tree = tree_of(before, where);
  if (!old_tree) return old_tree.error();
  const auto new_tree = tree_of(after, where);
  if (!new_tree) return new_tree.error();
  git_diff* diff = nullptr;
  if (git_diff_tree_to_tree(&diff, repository, old_tree->get(), new_tree->get(), nullptr) != 0) {
    return unreadable(where);
  }
  return Diff(diff);
}

Result<Diff> diff_of(const GitRevision& revision, const std::string& where) {
  const auto tree = tree_of(revision.commit.get(), where);
  if (!tree) return tree.error();
  git_diff_options options;
  git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
  options.flags = GIT_DIFF_INCLUDE_UNTRACKED | GIT_DIFF_RECURSE_UNTRACKED_DIRS;
  git_diff* diff = nullptr;
  if (git_diff_tree_to_workdir_with_index(&diff, revision.repository.get(), tree->get(),
                                          &options) != 0) {
    return unreadable(where);
  }
  return Diff(diff);
}

}  // namespace

Result<CommitChange> commit_change(const std::string& where) {
  const auto revision = open_revision(where);
  if (!revision) return revision.error();
  const git_commit* commit = revision->commit.get();
  if (git_commit_parentcount(commit) == 0) {
    return Diagnostic{.code = Code::usage,
                      .message = fmt::format("'{}' has no parent: it changes nothing", where),
                      .hint = "import it against an empty folder, by '--from' and '--to'"};
  }
  git_commit* found = nullptr;
  if (git_commit_parent(&found, commit, 0) != 0) return unreadable(where);
  const GitHandle<git_commit> parent(found);
  const auto diff = diff_of(revision->repository.get(), parent.get(), commit, where);
  if (!diff) return diff.error();
  const auto paths = paths_in(diff->get());
  if (!paths) return paths.error();
  const git_signature* author = git_commit_author(commit);
  return CommitChange{tree_name(revision->path, *git_commit_id(parent.get())),
                      hex_of(revision->id()),
                      author->name,
                      day_of(author->when),
                      git_commit_message(commit),
                      {paths->all.begin(), paths->all.end()}};
}

Result<CheckoutChange> checkout_change(const std::string& folder, const std::string& revision) {
  const std::string where = fmt::format("{}{}@{}", kGitPrefix, folder, revision);
  const auto opened = open_revision(where);
  if (!opened) return opened.error();
  if (git_repository_is_bare(opened->repository.get()) != 0) {
    return Diagnostic{.code = Code::usage,
                      .message = fmt::format("\"{}\" is no checkout: it has no files", folder),
                      .hint = "name a commit of it: '--commit git:REPO@REV'"};
  }
  const auto diff = diff_of(*opened, where);
  if (!diff) return diff.error();
  const auto paths = paths_in(diff->get());
  if (!paths) return paths.error();
  return CheckoutChange{tree_name(opened->path, opened->id()),
                        hex_of(opened->id()),
                        {paths->all.begin(), paths->all.end()},
                        {paths->untracked.begin(), paths->untracked.end()}};
}

}  // namespace patcher
