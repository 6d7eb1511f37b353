// SPDX-License-Identifier: MIT
#include "patcher/cli/writing.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "patcher/cli/exit_code.hpp"
#include "patcher/cli/rebuilding.hpp"
#include "patcher/cli/root_commits.hpp"
#include "patcher/cli/signals_held.hpp"
#include "patcher/plan/modification.hpp"
#include "patcher/write/recovery.hpp"

namespace patcher {
namespace {

std::vector<RootCommit> commits_of(const Session& session, std::vector<TreePlan>& plans) {
  std::vector<RootCommit> commits;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    if (!plans[i].changes_anything()) continue;
    std::ranges::move(root_commits(*session.trees()[i].root.worktree, std::move(plans[i].change)),
                      std::back_inserter(commits));
  }
  return commits;
}

void tell(const TreePlan& plan, Outcome& outcome) {
  outcome.patches.insert(outcome.patches.end(), plan.patches.begin(), plan.patches.end());
  append(outcome.diagnostics, plan.refusals);
  outcome.pending.insert(outcome.pending.end(), plan.pending.begin(), plan.pending.end());
  outcome.pending_checks.insert(outcome.pending_checks.end(), plan.pending_checks.begin(),
                                plan.pending_checks.end());
}

void tell_changes(const TreePlan& plan, Outcome& outcome) {
  for (const FileChange& file : plan.change.files) {
    outcome.changed.push_back({plan.change.tree, file.path.str()});
  }
  const auto add = [](const std::vector<NamedPatch>& more, std::vector<NamedPatch>& all) {
    all.insert(all.end(), more.begin(), more.end());
  };
  add(plan.settled.adopted, outcome.settled.adopted);
  add(plan.settled.upgraded, outcome.settled.upgraded);
  add(plan.settled.removed, outcome.settled.removed);
  if (!plan.change.files.empty() || !plan.changes_anything()) return;
  Settled& settled = outcome.settled;
  (plan.change.record.empty() ? settled.records_removed : settled.records_renewed)
      .push_back(plan.change.tree);
}

/// What was to be done was not.
void forget_changes(Outcome& outcome) {
  outcome.changed.clear();
  outcome.settled = {};
}

/// Which trees a run that failed left as they were in the middle of it. What is in them, only the
/// next run can tell.
void tell_interrupted(const Session& session, Outcome& outcome) {
  for (const SessionTree& tree : session.trees()) {
    const auto folders = tree.root.worktree->folders();
    const bool is_left = std::ranges::any_of(folders, [](const Worktree* folder) {
      const auto left = has_journal(*folder);
      return !left || *left;
    });
    if (is_left) outcome.interrupted.push_back(tree.root.spec->name);
  }
  if (!outcome.interrupted.empty()) outcome.patches.clear();
}

/// Errors for what does not stand as this run wrote it.
Diagnostics moved_meanwhile(const Assessment& before, const Assessment& after) {
  Diagnostics errors;
  const TreeJob& job = after.job();
  for (const RecordedPatch& recorded : after.stack().modified) {
    const bool was_known = std::ranges::any_of(
        before.stack().modified,
        [&](const RecordedPatch& known) { return is_same_entry(known, recorded); });
    if (was_known) continue;
    errors.push_back(modified_error({recorded, job.record, job.source, job.cache}));
    errors.back().message =
        "what this run wrote does not stand any more: another program is at "
        "work in the tree";
  }
  return errors;
}

/// The states as they are now, read off the disk again rather than taken for granted, and errors
/// for what moved since the write.
Diagnostics read_again(const Session& session, Outcome& outcome) {
  Diagnostics moved;
  outcome.patches.clear();
  for (const SessionTree& tree : session.trees()) {
    const auto entry = tree.root.worktree->look_at_record();
    if (!entry) {
      append(outcome.diagnostics, entry.error().diagnostics());
      continue;
    }
    const Result<Record> record =
        entry->is_file() ? parse_record(*entry->bytes, tree.root.worktree->root()) : Record{};
    if (!record) {
      append(outcome.diagnostics, record.error().diagnostics());
      continue;
    }
    const TreeJob& job = tree.assessment->job();
    const Assessment after(
        {job.manifest, job.tree, job.source, *record, job.cache, Upgrade::no, job.excluded});
    for (const Verdict& verdict : after.verdicts()) outcome.patches.push_back(verdict.outcome);
    append(moved, moved_meanwhile(*tree.assessment, after));
  }
  return moved;
}

}  // namespace

void carry_out(const Session& session, std::vector<TreePlan> plans, const Options& options,
               Outcome& outcome) {
  for (const SessionTree& tree : session.trees()) {
    append(outcome.diagnostics, tree.assessment->notes());
  }
  for (const TreePlan& plan : plans) tell(plan, outcome);
  if (has_error(outcome.diagnostics)) return;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    append(outcome.diagnostics,
           removal_faults(session, session.trees()[i], plans[i], options.rebuild));
  }
  if (has_error(outcome.diagnostics)) return;
  for (const TreePlan& plan : plans) tell_changes(plan, outcome);
  const std::vector<RootCommit> commits = commits_of(session, plans);
  if (commits.empty()) return;
  if (options.mode == RunMode::dry) {
    Status checked = check_commit(commits, session.files());
    if (checked) return;
    forget_changes(outcome);
    append(outcome.diagnostics, std::move(checked).error().diagnostics());
    return;
  }
  hold_signals();
  Result<Diagnostics> written = commit(commits, session.files(), asked_to_stop);
  if (!written) {
    forget_changes(outcome);
    tell_interrupted(session, outcome);
    append(outcome.diagnostics, std::move(written).error().diagnostics());
    return;
  }
  append(outcome.diagnostics, *std::move(written));
  append(outcome.diagnostics, read_again(session, outcome));
}

void tell_what_stands(const Session& session, Outcome& outcome) {
  const bool is_written = std::ranges::all_of(outcome.diagnostics, [](const Diagnostic& found) {
    return found.severity != Severity::error || exit_code_of(found.code) == ExitCode::pending;
  });
  if (!has_error(outcome.diagnostics) || !is_written) return;
  // What moved has its error from the command that moved it.
  static_cast<void>(read_again(session, outcome));
}

}  // namespace patcher
