// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/plan/tree_plan.hpp"
#include "patcher/plan/way_out.hpp"

namespace patcher {

/// Says in `plan` why each item of `target` that got no place keeps a run from applying the rest:
/// stands_on_top for a recorded patch, patch_blocked for one that needs what is not applied.
void refuse_unplaced_to_apply(const Assessment& assessment, const Selection& selection,
                              const Sequence& target, TreePlan& plan);

/// The same for a run that takes out the layers of `going`: stands_on_top for each that stays.
void refuse_unplaced_to_revert(const Assessment& assessment, const LayerSet& going,
                               const Sequence& target, TreePlan& plan);

}  // namespace patcher
