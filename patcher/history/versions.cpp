// SPDX-License-Identifier: MIT
#include "patcher/history/versions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "patcher/history/limited_tree.hpp"
#include "patcher/plan/assessment.hpp"
#include "patcher/plan/patch_finding.hpp"

namespace patcher {
namespace {

/// One version to judge.
struct Task {
  std::size_t group;
  std::size_t version;
  std::size_t point;  ///< The first that has it.
};

/// What a group looks at, as it is at `point`.
std::string key_of(const PatchGroup& group, const HistoryPoint& point) {
  std::string key;
  for (const std::size_t slot : group.slots) key += point.seen[slot] + '\n';
  return key;
}

/// Each distinct version of each group, and where it is seen first.
std::vector<Task> tasks_of(const HistoryJob& job, const History& history, JudgedHistory& judged) {
  std::vector<Task> tasks;
  for (std::size_t group = 0; group < job.groups.groups.size(); ++group) {
    std::map<std::string, std::size_t> known;
    std::vector<std::size_t> at;
    for (std::size_t point = 0; point < history.points.size(); ++point) {
      const auto [version, is_new] =
          known.emplace(key_of(job.groups.groups[group], history.points[point]), known.size());
      if (is_new) tasks.push_back({group, version->second, point});
      at.push_back(version->second);
    }
    judged.version_at.push_back(std::move(at));
    judged.versions.emplace_back(known.size());
  }
  return tasks;
}

/// The patches of a group that are not for a commit with this history.
Exclusions excluded_at(const PatchGroup& group, const Watched& watched, const HistoryPoint& point) {
  Exclusions excluded;
  const std::size_t first = watched.files.size() + watched.globs.size();
  const auto is_in = [&](const std::string& commit) {
    const auto at = std::ranges::find(watched.commits, commit) - watched.commits.begin();
    return point.seen[first + static_cast<std::size_t>(at)] == "yes";
  };
  for (const Patch& patch : group.manifest.patches) {
    if (!patch.when) continue;
    const bool too_old = !patch.when->since.empty() && !is_in(patch.when->since);
    const bool too_new = !patch.when->before.empty() && is_in(patch.when->before);
    if (too_old || too_new) excluded.emplace(&patch, Exclusion{"its history"});
  }
  return excluded;
}

bool is_of_environment(Code code) {
  return code == Code::object_unreadable || code == Code::io_error;
}

/// Of two states that an edit has in several files the worse one.
State worse(State a, State b) { return combined({a, b}); }

PatchStates states_of(const Verdict& verdict) {
  PatchStates states{*verdict.outcome.state, {}, {}};
  for (const EditOutcome& edit : verdict.outcome.edits) {
    const bool is_needed = edit.left_out.empty();
    const State state = is_needed ? edit.state.value_or(states.patch) : State::excluded;
    const auto [known, is_new] = states.edits.emplace(edit.index, state);
    if (!is_new) known->second = worse(known->second, state);
  }
  // An optional patch of which nothing is there leaves the set whole.
  if (is_left_out(verdict.outcome)) states.patch = State::excluded;
  const auto error = std::ranges::find(verdict.why, Severity::error, &Diagnostic::severity);
  if (error == verdict.why.end()) return states;
  states.why = error->message;
  states.code = error->code;
  // Its edits fit and what they make is refused: it does not fit all the same.
  if (states.patch == State::pristine) states.patch = State::drifted;
  return states;
}

/// Judges tasks, one after the other, with a repository of its own.
class Judge {
 public:
  Judge(const HistoryJob& job, const History& history) : job_(job), history_(history) {}

  [[nodiscard]] Status open() {
    auto opened = GitHistory::open(job_.where);
    if (!opened) return std::move(opened).error();
    repository_ = *std::move(opened);
    return {};
  }
  /// Forgets what was read and parsed so far.
  void forget() {
    cache_ = std::make_unique<SourceCache>(KnownMacros{job_.spec.definitions, job_.spec.undefined});
  }
  [[nodiscard]] Result<GroupStates> states(const Task& task) {
    const HistoryPoint& point = history_.points[task.point];
    const auto tree = repository_->tree_at(point.commit.id);
    if (!tree) return tree.error();
    const PatchGroup& group = job_.groups.groups[task.group];
    const LimitedTree limited(**tree, job_.groups.watched.globs);
    const Assessment assessment({group.manifest, job_.spec.name, limited, record_, *cache_,
                                 Upgrade::no, excluded_at(group, job_.groups.watched, point),
                                 WorkOf::upstream});
    GroupStates states;
    for (const Verdict& verdict : assessment.verdicts()) {
      const auto unread = std::ranges::find_if(verdict.why, is_of_environment, &Diagnostic::code);
      if (unread != verdict.why.end()) return at_commit(*unread, point);
      states.patches.push_back(states_of(verdict));
    }
    return states;
  }

 private:
  [[nodiscard]] static Diagnostic at_commit(Diagnostic diagnostic, const HistoryPoint& point) {
    diagnostic.severity = Severity::error;
    diagnostic.notes.push_back({fmt::format("at commit {}", point.commit.id)});
    return diagnostic;
  }

  const HistoryJob& job_;
  const History& history_;
  Record record_;
  std::unique_ptr<GitHistory> repository_;
  std::unique_ptr<SourceCache> cache_;
};

/// All tasks, taken by as many threads as there are processors.
class Workshop {
 public:
  Workshop(const HistoryJob& job, const History& history, const std::vector<Task>& tasks,
           JudgedHistory& judged)
      : job_(job), history_(history), tasks_(tasks), judged_(judged) {}

  [[nodiscard]] Status run() {
    const std::size_t blocks = (tasks_.size() + kBlock - 1) / kBlock;
    const std::size_t most = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::future<Status>> others;
    for (std::size_t i = 1; i < std::min(blocks, most); ++i) {
      others.push_back(std::async(std::launch::async, [this] { return work(Progress()); }));
    }
    Status done = work(job_.progress);
    for (std::future<Status>& other : others) {
      Status ended = other.get();
      if (done) done = std::move(ended);
    }
    return done;
  }

 private:
  /// Versions next to each other have most of their files in common: who judges one of a block
  /// judges all, and parses those files once. Small enough for a handful of versions of a large
  /// file to be held at once.
  static constexpr std::size_t kBlock = 8;

  Status work(const Progress& progress) {
    Judge judge(job_, history_);
    Status done = judge.open();
    while (done && !failed_) {
      const std::size_t begin = next_.fetch_add(kBlock);
      if (begin >= tasks_.size()) break;
      judge.forget();
      done = judge_block(judge, begin, progress);
    }
    if (!done) failed_ = true;
    return done;
  }

  Status judge_block(Judge& judge, std::size_t begin, const Progress& progress) {
    const std::size_t end = std::min(begin + kBlock, tasks_.size());
    for (std::size_t i = begin; i < end; ++i) {
      auto states = judge.states(tasks_[i]);
      if (!states) return std::move(states).error();
      judged_.versions[tasks_[i].group][tasks_[i].version] = *std::move(states);
      const std::size_t count = ++done_;
      if (progress) progress(count, tasks_.size());
    }
    return {};
  }

  const HistoryJob& job_;
  const History& history_;
  const std::vector<Task>& tasks_;
  JudgedHistory& judged_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::size_t> done_ = 0;
  std::atomic<bool> failed_ = false;
};

}  // namespace

Result<std::vector<Match>> LimitedTree::match(const std::string& glob) const {
  if (std::ranges::find(globs_, glob) == globs_.end()) return std::vector<Match>();
  return tree_.match(glob);
}

Result<JudgedHistory> judged(const HistoryJob& job, const History& history) {
  JudgedHistory result;
  const std::vector<Task> tasks = tasks_of(job, history, result);
  Status done = Workshop(job, history, tasks, result).run();
  if (!done) return std::move(done).error();
  return result;
}

}  // namespace patcher
