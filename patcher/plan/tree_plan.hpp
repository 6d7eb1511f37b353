// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/plan/assessment.hpp"
#include "patcher/plan/file_change.hpp"
#include "patcher/plan/outcome.hpp"

namespace patcher {

/// Ids of the patches that a run is limited to; empty means all.
using Selection = std::set<std::string>;

/// What a run will do to one tree, or why it may do nothing.
struct TreePlan {
  std::vector<PatchOutcome> patches;  ///< States before the run; blocked ones said.
  Diagnostics refusals;               ///< Any error here forbids the whole run.
  RootChange change;                  ///< Empty of files and equal in record when nothing is to do.
  std::vector<PendingRebuild> pending;       ///< Rebuilds that must still run after it.
  std::vector<PendingCheck> pending_checks;  ///< Checks that must still pass after it.
  std::string record_before;                 ///< The record's text as it is.
  Settled settled;

  [[nodiscard]] bool changes_anything() const {
    return !change.files.empty() || change.record != record_before;
  }
};

/// Plans that every selected patch be applied, in the manifest's order, on top of what is.
///
/// Where the assessment may upgrade, outdated patches give way to what the manifest has now, own
/// patches above them are planned anew, and, unless the run is limited to some patches, orphans are
/// taken out.
/// Refuses (in `refusals`) every selected patch that is neither pristine nor applied nor to be
/// upgraded, a selected patch that stands on an unselected one that is not applied
/// (patch_blocked), and what would leave a recorded patch without the bytes that it stands on
/// (stands_on_top).
[[nodiscard]] TreePlan plan_apply(const Assessment& assessment, const Selection& selection);

/// Plans that every selected patch be taken out by the record, all else staying as it is.
///
/// Refuses where a remaining patch cannot stand without a selected one (stands_on_top), and every
/// selected patch that is neither recorded with its bytes in place nor pristine.
[[nodiscard]] TreePlan plan_revert(const Assessment& assessment, const Selection& selection);

}  // namespace patcher
