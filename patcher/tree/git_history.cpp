// SPDX-License-Identifier: MIT
#include "patcher/tree/git_history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "patcher/tree/first_parents.hpp"
#include "patcher/tree/git_tree.hpp"
#include "patcher/tree/watching.hpp"

namespace patcher {
namespace {

using GitDiff = GitHandle<git_diff>;

/// From which of `steps` on each commit of `watched` is in the history. Once there it stays there.
Result<std::vector<std::size_t>> first_with(const GitRevision& revision,
                                            const std::vector<LineStep>& steps,
                                            const std::vector<std::string>& watched) {
  std::vector<std::size_t> firsts;
  for (const std::string& commit : watched) {
    bool is_known = true;
    const auto first = std::ranges::partition_point(steps, [&](const LineStep& step) {
      const InHistory found = in_history(revision.repository.get(), step.commit, commit);
      is_known = is_known && found != InHistory::cannot_tell;
      return found == InHistory::no;
    });
    if (!is_known) {
      return Diagnostic{
          .code = Code::history_unknown,
          .message = fmt::format("whether commits have {} in their history cannot be told: \"{}\" "
                                 "does not have the whole history",
                                 commit, revision.path),
          .hint = "fetch the history"};
    }
    firsts.push_back(static_cast<std::size_t>(first - steps.begin()));
  }
  return firsts;
}

/// The points of a line, found by going along it.
class PointSearch {
 public:
  PointSearch(const GitRevision& revision, const Watched& watched)
      : revision_(revision), watching_(revision, watched) {}

  [[nodiscard]] Result<std::vector<HistoryPoint>> run(const std::vector<LineStep>& steps,
                                                      const std::vector<std::size_t>& firsts) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      Status looked = watching_.look(steps[i].tree);
      if (!looked) return std::move(looked).error();
      std::vector<std::string> seen = watching_.seen();
      for (const std::size_t first : firsts) seen.emplace_back(i >= first ? "yes" : "no");
      if (!points_.empty() && points_.back().seen == seen) continue;
      auto line = line_of(revision_, steps[i].commit);
      if (!line) return std::move(line).error();
      points_.push_back({*std::move(line), std::move(seen)});
    }
    return std::move(points_);
  }

 private:
  const GitRevision& revision_;
  Watching watching_;
  std::vector<HistoryPoint> points_;
};

Diagnostic no_difference(const std::string& commit) {
  return {.code = Code::object_unreadable,
          .message = fmt::format("what commit {} changed cannot be read: {}", commit, git_reason()),
          .hint = "see what 'git fsck' says there"};
}

/// What `commit` changed against its first parent, files that moved taken together.
Result<GitDiff> difference(git_repository* repository, git_commit* commit) {
  git_commit* parent = nullptr;
  git_tree* before = nullptr;
  git_tree* after = nullptr;
  git_diff* diff = nullptr;
  int failed = git_commit_parent(&parent, commit, 0);
  const GitHandle<git_commit> held_parent(parent);
  if (failed == 0) failed = git_commit_tree(&before, parent);
  const GitHandle<git_tree> held_before(before);
  if (failed == 0) failed = git_commit_tree(&after, commit);
  const GitHandle<git_tree> held_after(after);
  if (failed == 0) failed = git_diff_tree_to_tree(&diff, repository, before, after, nullptr);
  GitDiff held(diff);
  git_diff_find_options options = GIT_DIFF_FIND_OPTIONS_INIT;
  options.flags = GIT_DIFF_FIND_RENAMES;
  if (failed == 0) failed = git_diff_find_similar(diff, &options);
  if (failed != 0) return no_difference(hex_of(*git_commit_id(commit)));
  return held;
}

}  // namespace

struct GitHistory::Opened {
  std::string where;
  GitRevision revision;
};

GitHistory::GitHistory(std::unique_ptr<Opened> opened) : opened_(std::move(opened)) {}
GitHistory::~GitHistory() = default;

Result<std::unique_ptr<GitHistory>> GitHistory::open(const std::string& where) {
  auto revision = open_revision(where);
  if (!revision) return std::move(revision).error();
  return std::unique_ptr<GitHistory>(
      new GitHistory(std::make_unique<Opened>(where, *std::move(revision))));
}

Result<History> GitHistory::read(const std::string& since, const Watched& watched) const {
  const GitRevision& revision = opened_->revision;
  const auto line = first_parents(revision, since);
  if (!line) return line.error();
  const auto firsts = first_with(revision, line->steps, watched.commits);
  if (!firsts) return firsts.error();
  auto points = PointSearch(revision, watched).run(line->steps, *firsts);
  if (!points) return std::move(points).error();
  auto last = line_of(revision, line->steps.back().commit);
  if (!last) return std::move(last).error();
  return History{*std::move(points), *std::move(last), line->steps.size(), line->start};
}

Result<std::unique_ptr<StoredTree>> GitHistory::tree_at(const std::string& commit) const {
  const GitRevision& revision = opened_->revision;
  auto found = commit_named(revision.repository.get(), revision.path, commit);
  if (!found) return std::move(found).error();
  return stored_tree_of(fmt::format("{}{}@{}", kGitPrefix, revision.path, commit),
                        {revision.path, revision.repository, *std::move(found)});
}

Result<std::optional<MovedTo>> GitHistory::renamed(const std::string& commit,
                                                   const std::string& path) const {
  const GitRevision& revision = opened_->revision;
  const auto found = commit_named(revision.repository.get(), revision.path, commit);
  if (!found) return found.error();
  const auto diff = difference(revision.repository.get(), found->get());
  if (!diff) return diff.error();
  for (std::size_t i = 0; i < git_diff_num_deltas(diff->get()); ++i) {
    const git_diff_delta* delta = git_diff_get_delta(diff->get(), i);
    const bool is_it = delta->status == GIT_DELTA_RENAMED && path == delta->old_file.path;
    if (is_it) return std::optional(MovedTo{delta->new_file.path, delta->similarity});
  }
  return std::optional<MovedTo>();
}

}  // namespace patcher
