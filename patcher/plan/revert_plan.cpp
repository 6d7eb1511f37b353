// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "patcher/plan/target.hpp"
#include "patcher/plan/tree_plan.hpp"
#include "patcher/plan/unplaced.hpp"

namespace patcher {
namespace {

bool has_nothing_to_undo(const Verdict& verdict) {
  return verdict.outcome.state == State::pristine || verdict.outcome.state == State::obsolete ||
         verdict.outcome.state == State::blocked || is_left_out(verdict.outcome);
}

/// An orphan is none of the manifest's patches: it stays, and that is said.
Diagnostic orphan_stays(const Verdict& verdict) {
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.code = Code::orphan;
  warning.message =
      fmt::format("recorded patch '{}' stays: the manifest no longer has it", verdict.outcome.id);
  warning.patch = verdict.outcome.id;
  warning.tree = verdict.outcome.tree;
  warning.hint = "'apply --upgrade' takes it out";
  return warning;
}

/// Of which other manifest the patch of `verdict` is applied, if it is.
const RecordedPatch* applied_by_another(const Assessment& assessment, const Verdict& verdict) {
  for (const Layer& layer : assessment.stack().layers) {
    const RecordedPatch& recorded = layer.recorded;
    const bool is_it = recorded.patch == verdict.outcome.id &&
                       recorded.revision == verdict.patch->revision && !assessment.is_own(recorded);
    if (is_it) return &recorded;
  }
  return nullptr;
}

/// How to revert what this manifest did apply, and then that patch.
std::string way_around(const Assessment& assessment, const RecordedPatch& theirs) {
  std::vector<std::string> ids;
  for (const Verdict& verdict : assessment.verdicts()) {
    const bool goes =
        verdict.patch != nullptr && assessment.layer_of(verdict.outcome.id) != nullptr;
    if (goes) ids.push_back(verdict.outcome.id);
  }
  const std::string with_theirs =
      fmt::format("'{}' goes with manifest '{}'", theirs.patch, theirs.manifest);
  if (ids.empty()) {
    return fmt::format("nothing else of this manifest is applied in tree '{}'; {}",
                       assessment.job().tree, with_theirs);
  }
  return fmt::format("'--only {}' takes out what this manifest applied in tree '{}'; {}",
                     fmt::join(ids, " --only "), assessment.job().tree, with_theirs);
}

/// Adds the verdict's layer to `going`, or says why it cannot go.
void judge(const Assessment& assessment, const Verdict& verdict, LayerSet& going, TreePlan& plan) {
  if (verdict.patch == nullptr) {
    plan.refusals.push_back(orphan_stays(verdict));
    return;
  }
  const Layer* layer = assessment.layer_of(verdict.outcome.id);
  // An ambiguous record is not what this very patch does: undoing by it could leave anything.
  if (layer != nullptr && verdict.outcome.state != State::ambiguous) {
    going.insert(layer);
  } else if (layer != nullptr || !has_nothing_to_undo(verdict)) {
    refuse(verdict, plan);
    const RecordedPatch* theirs = applied_by_another(assessment, verdict);
    if (theirs != nullptr) plan.refusals.back().hint = way_around(assessment, *theirs);
  }
}

}  // namespace

TreePlan plan_revert(const Assessment& assessment, const Selection& selection) {
  TreePlan plan = begun(assessment);
  LayerSet going;
  for (const Verdict& verdict : assessment.verdicts()) {
    if (!is_selected(selection, verdict.outcome.id)) continue;
    judge(assessment, verdict, going, plan);
    if (is_left_out(verdict.outcome)) append(plan.refusals, verdict.why);
  }
  std::vector<StackItem> kept = assessment.items({});
  std::erase_if(kept, [&](const StackItem& item) { return going.contains(item.layer); });
  const Sequence target = lay(kept, assessment.stack().base, assessment.job().cache);
  refuse_unplaced_to_revert(assessment, going, target, plan);
  if (has_error(plan.refusals)) return plan;
  finish(assessment, target, plan);
  return plan;
}

}  // namespace patcher
