// SPDX-License-Identifier: MIT
#include "patcher/cli/locks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "patcher/cli/lock_file.hpp"
#include "patcher/manifest/lock_difference.hpp"
#include "patcher/manifest/lock_freshness.hpp"
#include "patcher/plan/lock_revert.hpp"
#include "patcher/plan/locking.hpp"

namespace patcher {
namespace {

/// The lock beside the manifest, when its digests are fresh.
Result<Lock> fresh_lock(const Manifest& manifest) {
  Result<Lock> lock = open_lock(manifest);
  if (!lock) return lock;
  Diagnostics stale = stale_digests(*lock, digests_of(manifest));
  if (!stale.empty()) return Failure(std::move(stale));
  return lock;
}

Result<RootChange> change_by_lock(const Assessment& assessment, const Result<Lock>& lock,
                                  const Options& options) {
  if (!options.only.empty()) {
    return Diagnostic{.code = Code::unrecorded,
                      .message =
                          "without a record all patches of a tree are taken out together, "
                          "or none, and '--only' was given"};
  }
  if (!lock) return lock.error();
  return revert_by_lock(assessment, *lock);
}

/// Says under each refusal why the lock could not stand in for the record.
void add_reasons(const Failure& reasons, TreePlan& plan) {
  for (Diagnostic& refusal : plan.refusals) {
    if (refusal.code != Code::unrecorded) continue;
    for (const Diagnostic& reason : reasons.diagnostics()) {
      refusal.notes.push_back(
          {fmt::format("the lock cannot stand in for the record: {}", reason.message),
           reason.where,
           {},
           {}});
    }
  }
}

Diagnostic by_lock_note(const RootChange& change) {
  Diagnostic note;
  note.severity = Severity::note;
  note.code = Code::unrecorded;
  note.message = fmt::format(
      "no record knows of the patches in tree '{}'; they are taken out by the lock, to the blobs "
      "that it has in the base",
      change.tree);
  note.tree = change.tree;
  return note;
}

bool is_not_lockable(const Diagnostic& diagnostic) {
  return diagnostic.code == Code::not_supported;
}

}  // namespace

Diagnostics tree_differences(const Session& session, Witness witness, Unlockable unlockable) {
  Diagnostics faults;
  for (const SessionTree& tree : session.trees()) {
    const LockedTree* locked = session.lock()->tree(tree.root.spec->name);
    if (locked == nullptr) continue;
    const Result<LockedTree> now = lock_tree(*tree.assessment);
    if (now) {
      append(faults, differences(*locked, *now));
      continue;
    }
    Diagnostics errors = now.error().diagnostics();
    Diagnostics drifts = lock_drifts(*tree.assessment, *session.lock(), witness);
    // What no lock could hold is no fault of this one: it is a file that the lock does not have.
    if (!drifts.empty()) std::erase_if(errors, is_not_lockable);
    if (unlockable == Unlockable::told) append(faults, std::move(errors));
    append(faults, std::move(drifts));
  }
  return faults;
}

Diagnostics lock_faults(const Session& session, Witness witness) {
  if (session.lock() == nullptr) return {};
  Diagnostics faults = stale_digests(*session.lock(), digests_of(session.manifest()));
  if (!faults.empty()) {
    append(faults, tree_differences(session, witness, Unlockable::told_elsewhere));
    return faults;
  }
  for (const SessionTree& tree : session.trees()) {
    append(faults, lock_drifts(*tree.assessment, *session.lock(), witness));
  }
  return faults;
}

void hold_to_lock(const Session& session, const Outcome& outcome, std::vector<TreePlan>& plans) {
  const bool refused =
      has_error(outcome.diagnostics) ||
      std::ranges::any_of(plans, [](const TreePlan& p) { return has_error(p.refusals); });
  if (session.lock() == nullptr || refused) return;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    append(plans[i].refusals,
           unlike_lock(*session.trees()[i].assessment, plans[i], *session.lock()));
  }
}

void go_by_lock(const Session& session, const Options& options, std::vector<TreePlan>& plans) {
  if (std::ranges::none_of(plans, lacks_only_a_record)) return;
  const Result<Lock> lock = fresh_lock(session.manifest());
  for (std::size_t i = 0; i < plans.size(); ++i) {
    TreePlan& plan = plans[i];
    if (!lacks_only_a_record(plan)) continue;
    Result<RootChange> change = change_by_lock(*session.trees()[i].assessment, lock, options);
    if (!change) {
      add_reasons(change.error(), plan);
      continue;
    }
    plan.refusals = {by_lock_note(*change)};
    plan.change = *std::move(change);
  }
}

}  // namespace patcher
