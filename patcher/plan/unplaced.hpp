// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/plan/tree_plan.hpp"

namespace patcher {

/// Says in `plan` why each item of `target` that got no place keeps the run from going on:
/// stands_on_top for a recorded patch, patch_blocked for one that needs what is not applied.
void refuse_unplaced(const Assessment& assessment, const Selection& selection,
                     const Sequence& target, TreePlan& plan);

}  // namespace patcher
