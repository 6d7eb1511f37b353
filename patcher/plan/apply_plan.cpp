// SPDX-License-Identifier: MIT
#include <fmt/format.h>

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

/// For a patch that was named, and that only a run over all patches takes out.
Diagnostic kept_orphan(const Verdict& verdict) {
  const std::string& id = verdict.outcome.id;
  return {
      .code = Code::orphan,
      .message = fmt::format(
          "patch '{}' is recorded and not for this base any more: with '--only' it stays", id),
      .where = verdict.patch == nullptr ? Place{} : verdict.patch->where,
      .patch = id,
      .tree = verdict.outcome.tree,
      .hint = fmt::format("'apply --upgrade' without '--only' takes it out, and so does 'revert "
                          "--only {}'",
                          id)};
}

}  // namespace

TreePlan plan_apply(const Assessment& assessment, const Selection& selection) {
  TreePlan plan = begun(assessment);
  for (const Verdict& verdict : assessment.verdicts()) {
    if (!is_selected(selection, verdict.outcome.id)) continue;
    const bool is_orphan = verdict.outcome.state == State::orphan;
    if (may_pass(assessment, verdict)) {
      if (is_orphan && !selection.empty()) plan.refusals.push_back(kept_orphan(verdict));
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
