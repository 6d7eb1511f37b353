// SPDX-License-Identifier: MIT
#include "patcher/plan/target.hpp"
#include "patcher/plan/tree_plan.hpp"
#include "patcher/plan/unplaced.hpp"

namespace patcher {
namespace {

bool apply_may_pass(const Verdict& verdict) {
  return verdict.outcome.state == State::pristine || verdict.outcome.state == State::applied;
}

}  // namespace

TreePlan plan_apply(const Assessment& assessment, const Selection& selection) {
  TreePlan plan = begun(assessment);
  for (const Verdict& verdict : assessment.verdicts()) {
    if (!is_selected(selection, verdict.outcome.id)) continue;
    if (apply_may_pass(verdict)) {
      append(plan.refusals, verdict.why);
    } else {
      refuse(verdict, plan);
    }
  }
  const std::set<const Patch*> wanted = fitting(assessment, selection);
  const Sequence target =
      lay(assessment.items(wanted), assessment.stack().base, assessment.job().cache);
  refuse_unplaced(assessment, selection, target, plan);
  if (has_error(plan.refusals)) return plan;
  finish(assessment, target, plan);
  return plan;
}

}  // namespace patcher
