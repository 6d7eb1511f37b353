// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/plan/assessment.hpp"
#include "patcher/plan/drill_outcome.hpp"
#include "patcher/plan/tree_plan.hpp"

namespace patcher {

/// What came of a drill.
struct Drill {
  std::vector<PatchDrill> patches;
  Diagnostics said;
};

/// Plans the selected patches of `base`, which stand on one another, on mutants of the bytes that
/// each finds, in memory.
///
/// Errors (mutant_accepted): a mutant that is taken though nothing says that it is the same edit,
/// and one that is refused in a state that tells something else than what happened. A note for a
/// patch whose `drop_when` no base can show by bytes. A patch that does not fit is not drilled, and
/// says so.
[[nodiscard]] Drill drill(const Assessment& base, const Selection& selection);

}  // namespace patcher
