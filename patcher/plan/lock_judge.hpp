// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/manifest/lock.hpp"
#include "patcher/plan/assessment.hpp"
#include "patcher/plan/tree_plan.hpp"

namespace patcher {

/// What tells which patches of the set are in a tree.
enum class Witness {
  record,         ///< The record alone.
  record_or_lock  ///< Where no patch of the set is recorded: the lock, if every file agrees.
};

/// Holds a tree against `lock`, whose digests must be fresh.
///
/// Every file that the lock names must be what its chain has after the patches that are applied,
/// and below them what the base was; each glob must catch what it caught. Judged is every file of
/// the tree, whatever patches a run is limited to.
/// A lock with which all that agrees must also be the one that would be written for this tree now:
/// none of its entries may be missing or be another.
/// Errors: lock_drift with the file, what is expected and what is found; lock_stale for an entry
/// that is missing or makes no difference; those of Tree::look and Tree::match. More than a hundred
/// are counted only.
[[nodiscard]] Diagnostics lock_drifts(const Assessment& assessment, const Lock& lock,
                                      Witness witness);

/// Errors (lock_stale) for each file that would not be what `lock` has for it once `plan` is
/// written, and for each that the lock does not name as written.
[[nodiscard]] Diagnostics unlike_lock(const Assessment& assessment, const TreePlan& plan,
                                      const Lock& lock);

}  // namespace patcher
