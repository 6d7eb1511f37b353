// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "patcher/cli/session.hpp"
#include "patcher/manifest/lock.hpp"
#include "patcher/plan/lock_judge.hpp"
#include "patcher/plan/tree_plan.hpp"

namespace patcher {

/// Whether it is told why a tree cannot be locked anew.
enum class Unlockable { told, told_elsewhere };

/// What each tree of `session`, locked anew, says otherwise than its part of the lock. A tree that
/// cannot be locked any more is held against it file by file.
[[nodiscard]] Diagnostics tree_differences(const Session& session, Witness witness,
                                           Unlockable unlockable);

/// Everything in which the trees of `session`, and the files of its set, are not as its lock has
/// them; nothing where the run demands no lock. Where the set is another than the locked one, the
/// trees are locked anew in memory and compared, as `lock --check` does.
[[nodiscard]] Diagnostics lock_faults(const Session& session, Witness witness);

/// Adds a refusal to each of `plans`, one for each tree of `session`, that would leave something
/// else than the lock has; nothing where the run demands no lock or refuses already.
void hold_to_lock(const Session& session, const Outcome& outcome, std::vector<TreePlan>& plans);

/// Replaces each of `plans`, of a revert, that only lacks a record by one that goes by the lock
/// beside the manifest, where that proves what stands in the tree; else says what is missing.
void go_by_lock(const Session& session, const Options& options, std::vector<TreePlan>& plans);

}  // namespace patcher
