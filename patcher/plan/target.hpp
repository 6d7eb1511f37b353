// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "patcher/plan/tree_plan.hpp"

namespace patcher {

// What plan_apply and plan_revert have in common: from the stack that a tree is to have to what
// must be written.

[[nodiscard]] bool is_selected(const Selection& selection, const std::string& id);

/// The selected patches that fit and are not applied yet, or not as they are now; orphans go where
/// the assessment may upgrade and nothing is selected.
[[nodiscard]] Wish fitting(const Assessment& assessment, const Selection& selection);

/// A plan that changes nothing, with the states as they are.
[[nodiscard]] TreePlan begun(const Assessment& assessment);

/// Says in `plan` why the run may not go on with a patch in this state: the reasons of `verdict`,
/// or, where it has none, that the state itself forbids it.
void refuse(const Verdict& verdict, TreePlan& plan);

/// Fills `plan` with what makes the tree that of `target`, its record included.
///
/// Refuses (modified) to write a file that moved since a recorded patch wrote it. Errors of the
/// disk are refusals too.
void finish(const Assessment& assessment, const Sequence& target, TreePlan& plan);

}  // namespace patcher
