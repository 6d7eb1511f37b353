// SPDX-License-Identifier: MIT
#include "patcher/plan/target.hpp"
#include "patcher/plan/tree_plan.hpp"
#include "patcher/plan/unplaced.hpp"

namespace patcher {
namespace {

bool needs_undoing(const Assessment& assessment, const Verdict& verdict) {
  return assessment.layer_of(verdict.outcome.id) != nullptr && verdict.patch != nullptr;
}

bool revert_has_nothing_to_do(const Verdict& verdict) {
  return verdict.outcome.state == State::pristine || verdict.outcome.state == State::obsolete ||
         verdict.outcome.state == State::blocked || verdict.patch == nullptr;
}

}  // namespace

TreePlan plan_revert(const Assessment& assessment, const Selection& selection) {
  TreePlan plan = begun(assessment);
  std::set<std::string> out;
  for (const Verdict& verdict : assessment.verdicts()) {
    if (!is_selected(selection, verdict.outcome.id)) continue;
    const bool recorded = needs_undoing(assessment, verdict);
    // An ambiguous record is not what this very patch does: undoing by it could leave anything.
    if (recorded && verdict.outcome.state != State::ambiguous) {
      out.insert(verdict.outcome.id);
    } else if (recorded || !revert_has_nothing_to_do(verdict)) {
      refuse(verdict, plan);
    }
  }
  std::vector<StackItem> kept = assessment.items({});
  std::erase_if(kept, [&](const StackItem& item) {
    return item.layer == assessment.layer_of(item.layer->recorded.patch) &&
           out.contains(item.layer->recorded.patch);
  });
  const Sequence target = lay(kept, assessment.stack().base, assessment.job().cache);
  refuse_unplaced(assessment, selection, target, plan);
  if (has_error(plan.refusals)) return plan;
  finish(assessment, target, plan);
  return plan;
}

}  // namespace patcher
