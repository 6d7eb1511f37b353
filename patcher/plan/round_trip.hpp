// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/plan/file_change.hpp"
#include "patcher/plan/planned_tree.hpp"
#include "patcher/plan/tree_plan.hpp"

namespace patcher {

/// What came of a round trip.
struct RoundTrip {
  RootChange applied = {};          ///< What applying writes; empty where that is refused.
  Diagnostics said;                 ///< Any error: it is not proved. Warnings and notes too.
  std::vector<TreePath> came_back;  ///< Files that applying changes and reverting restores.
};

/// Plans in memory that the selected patches be applied on `base`, once more, and reverted.
///
/// Errors: those for which 'apply' would refuse; round_trip_failed where the second run would
/// change anything, or where the last does not give back all bytes, modes and paths, and the
/// record.
[[nodiscard]] RoundTrip round_trip(const Assessment& base, const Selection& selection);

}  // namespace patcher
