// SPDX-License-Identifier: MIT
#include "patcher/tree/first_parents.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace patcher {
namespace {

Diagnostic unreadable(const GitRevision& revision, const git_oid& id) {
  return {.code = Code::object_unreadable,
          .message = fmt::format("commit {} cannot be read from \"{}\": {}", hex_of(id),
                                 revision.path, git_reason()),
          .hint = "see what 'git fsck' says there"};
}

Result<GitHandle<git_commit>> commit_of(const GitRevision& revision, const git_oid& id) {
  git_commit* found = nullptr;
  if (git_commit_lookup(&found, revision.repository.get(), &id) != 0) {
    return unreadable(revision, id);
  }
  return GitHandle<git_commit>(found);
}

/// Whether the commit `id` is here, which in a shallow repository not every parent is.
bool is_here(const GitRevision& revision, const git_oid& id) {
  git_odb* found = nullptr;
  if (git_repository_odb(&found, revision.repository.get()) != 0) return false;
  const bool is = git_odb_exists(found, &id) == 1;
  git_odb_free(found);
  return is;
}

bool is_shallow(const GitRevision& revision) {
  return git_repository_is_shallow(revision.repository.get()) == 1;
}

/// A line, newest first.
struct Walked {
  std::vector<LineStep> steps;
  bool met = false;        ///< It ends with the commit that was looked for.
  bool cut_short = false;  ///< The parent of its last commit is not here.
};

Result<Walked> walked(const GitRevision& revision, const std::optional<git_oid>& until) {
  Walked line;
  const bool may_end_early = is_shallow(revision);
  git_oid at = revision.id();
  while (true) {
    const auto commit = commit_of(revision, at);
    if (!commit) return commit.error();
    line.steps.push_back({at, *git_commit_tree_id(commit->get())});
    line.met = until && git_oid_equal(&at, &*until) == 1;
    const git_oid* parent = git_commit_parent_id(commit->get(), 0);
    // A shallow repository's oldest commits may be shown with parents or without.
    line.cut_short = may_end_early && (parent == nullptr || !is_here(revision, *parent));
    if (line.met || parent == nullptr || line.cut_short) return line;
    at = *parent;
  }
}

/// Whether `id` is one of the commits that `from` comes from, or `from` itself.
bool has(const GitRevision& revision, const git_oid& from, const git_oid& id) {
  return git_oid_equal(&from, &id) == 1 ||
         git_graph_descendant_of(revision.repository.get(), &from, &id) == 1;
}

/// The commit that `since` names, nothing where it cannot be here, or why it is none.
Result<std::optional<git_oid>> start_of(const GitRevision& revision, const std::string& since) {
  if (since.empty()) return std::optional<git_oid>();
  auto commit = commit_named(revision.repository.get(), revision.path, since);
  if (commit) return std::optional(*git_commit_id(commit->get()));
  const bool may_be_older = is_shallow(revision) && since.size() == GIT_OID_HEXSZ &&
                            commit.error().diagnostics().front().code == Code::tree_not_found;
  if (may_be_older) return std::optional<git_oid>();
  return std::move(commit).error();
}

Diagnostic unrelated(const GitRevision& revision, const std::string& since) {
  return {.code = Code::history_unknown,
          .message = fmt::format("{} and {} have no commit in common in \"{}\"", since,
                                 hex_of(revision.id()), revision.path),
          .hint = "name a commit that the revision comes from with '--since'"};
}

std::string in_one_line(const char* text) {
  std::string line = text == nullptr ? "" : text;
  std::ranges::replace(line, '\n', ' ');
  return line;
}

}  // namespace

Result<CommitSteps> first_parents(const GitRevision& revision, const std::string& since) {
  const auto start = start_of(revision, since);
  if (!start) return start.error();
  auto line = walked(revision, *start);
  if (!line) return std::move(line).error();
  std::vector<LineStep>& steps = line->steps;
  std::ranges::reverse(steps);
  if (line->met) return CommitSteps{std::move(steps), History::Start::asked};
  if (*start) {
    // What is on the commit's own line comes first, and then what is not.
    const auto other = std::ranges::partition_point(
        steps, [&](const LineStep& step) { return has(revision, **start, step.commit); });
    const bool forks = other != steps.begin();
    if (forks) steps.erase(steps.begin(), std::prev(other));
    if (forks) return CommitSteps{std::move(steps), History::Start::fork};
    if (!line->cut_short) return unrelated(revision, since);
  }
  const auto why = line->cut_short ? History::Start::shallow : History::Start::root;
  return CommitSteps{std::move(steps), why};
}

Result<CommitLine> line_of(const GitRevision& revision, const git_oid& id) {
  const auto commit = commit_of(revision, id);
  if (!commit) return commit.error();
  const std::time_t when = git_commit_time(commit->get());
  return CommitLine{hex_of(id), fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(when)),
                    in_one_line(git_commit_summary(commit->get())),
                    git_commit_parentcount(commit->get()) > 1};
}

}  // namespace patcher
