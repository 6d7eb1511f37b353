// SPDX-License-Identifier: MIT
#include "patcher/plan/target.hpp"
#include "patcher/plan/tree_plan.hpp"
#include "patcher/plan/unplaced.hpp"

namespace patcher {
namespace {

bool may_pass(const Assessment& assessment, const Verdict& verdict) {
  const State state = *verdict.outcome.state;
  if (state == State::pristine || state == State::applied || is_left_out(verdict.outcome))
    return true;
  const bool is_replaced = state == State::outdated || state == State::orphan;
  return is_replaced && assessment.job().upgrade == Upgrade::yes;
}

/// Which recorded patches give way, and to what.
Settled settled_by(const Assessment& assessment, const Wish& wish) {
  Settled settled;
  for (const Verdict& verdict : assessment.verdicts()) {
    const NamedPatch named{verdict.outcome.tree, verdict.outcome.id};
    const bool outdated = verdict.outcome.state == State::outdated;
    if (outdated && wish.patches.contains(verdict.patch)) settled.upgraded.push_back(named);
    const bool orphan = verdict.outcome.state == State::orphan;
    if (orphan && wish.orphans == Orphans::go) settled.removed.push_back(named);
  }
  return settled;
}

}  // namespace

TreePlan plan_apply(const Assessment& assessment, const Selection& selection) {
  TreePlan plan = begun(assessment);
  for (const Verdict& verdict : assessment.verdicts()) {
    if (!is_selected(selection, verdict.outcome.id)) continue;
    if (may_pass(assessment, verdict)) {
      append(plan.refusals, verdict.why);
    } else {
      refuse(verdict, plan);
    }
  }
  const Wish wish = fitting(assessment, selection);
  const Sequence target =
      lay(assessment.items(wish), assessment.stack().base, assessment.job().cache);
  refuse_unplaced_to_apply(assessment, selection, target, plan);
  if (has_error(plan.refusals)) return plan;
  plan.settled = settled_by(assessment, wish);
  finish(assessment, target, plan);
  return plan;
}

}  // namespace patcher
