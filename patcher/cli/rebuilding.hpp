// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>

#include "patcher/cli/means.hpp"
#include "patcher/cli/options.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/plan/tree_plan.hpp"

namespace patcher {

/// Which rebuilds of the manifest a run makes.
struct RebuildWish {
  RebuildPolicy policy = RebuildPolicy::automatic;
  std::set<std::string> ids = {};  ///< Those, due or not; where none is named, the policy decides.
};

/// Errors for what a rebuild that the run would make cannot delete; nothing is changed.
///
/// `plan` is what the run does to `tree` before. Errors: those of `check_removal`.
[[nodiscard]] Diagnostics removal_faults(const Session& session, const SessionTree& tree,
                                         const TreePlan& plan, RebuildPolicy policy);

/// Runs the rebuilds that are due in the trees of `session`, in the manifest's order, each once.
///
/// The record says that one is pending, and that its products are not to be trusted, before
/// anything is deleted for it, and that it is done only when its products were made; so whatever
/// dies in between, the next run makes it again. One that fails does not keep the others from being
/// made. What is waiting of a signal ends the one that runs and keeps the rest from being begun.
/// `outcome` gets the ids of those that were made, what is pending then, and the errors.
void make_rebuilds(const Session& session, const RebuildWish& wish, const Means& means,
                   Outcome& outcome);

/// What `apply` and `revert` do behind the write: `make_rebuilds` where the run was a real one and
/// met no error, and a warning for what other manifests have pending.
void follow_with_rebuilds(const Session& session, const Options& options, const Means& means,
                          Outcome& outcome);

/// The rebuilds that are pending in the trees of `session` now.
[[nodiscard]] std::vector<PendingRebuild> pending_rebuilds(const Session& session);

/// What makes `pending`, as a hint to somebody who runs `manifest`.
[[nodiscard]] std::string way_to_make(const PendingRebuild& pending, const Manifest& manifest);

/// A warning (rebuild_pending) for each of `pending` that `manifest` does not describe, so that
/// this run cannot make it.
[[nodiscard]] Diagnostics pending_elsewhere(const Manifest& manifest,
                                            const std::vector<PendingRebuild>& pending);

/// `; 1 rebuild made; 2 rebuilds pending`, for a summary; empty where there is neither.
[[nodiscard]] std::string rebuild_words(const Outcome& outcome, RebuildPolicy policy, RunMode mode);

}  // namespace patcher
