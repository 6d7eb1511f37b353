// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/plan/outcome.hpp"
#include "patcher/plan/tree_plan.hpp"

namespace patcher {

/// What one patch changes on top of those before it.
struct PatchDiff {
  const Patch* patch = nullptr;  ///< Of the assessment's manifest.
  std::vector<FileDiff> files;   ///< Ascending by path; at least one.
};

/// What each selected patch that fits changes, in the order in which they apply.
///
/// `base` is an assessment in which none of the set is applied (see SetBase), and `selection` has
/// what `plan_apply` does not refuse there.
[[nodiscard]] std::vector<PatchDiff> patch_series(const Assessment& base,
                                                  const Selection& selection);

}  // namespace patcher
