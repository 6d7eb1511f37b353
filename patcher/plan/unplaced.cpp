// SPDX-License-Identifier: MIT
#include "patcher/plan/unplaced.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "patcher/plan/target.hpp"

namespace patcher {
namespace {

Diagnostic refusal(const PatchOutcome& outcome, Code code, std::string message, std::string hint) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.patch = outcome.id;
  diagnostic.tree = outcome.tree;
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

const PatchOutcome* outcome_named(const TreePlan& plan, const std::string& id) {
  const auto found = std::find_if(plan.patches.begin(), plan.patches.end(),
                                  [&](const PatchOutcome& o) { return o.id == id; });
  return found == plan.patches.end() ? nullptr : &*found;
}

void set_state(TreePlan& plan, const std::string& id, State state) {
  for (PatchOutcome& outcome : plan.patches) {
    if (outcome.id == id) outcome.state = state;
  }
}

/// Ids of earlier patches that are not applied and not selected, without which `patch` does not
/// fit.
std::vector<std::string> unselected_before(const Assessment& assessment, const Patch& patch,
                                           const Selection& selection) {
  std::vector<std::string> ids;
  for (const Verdict& verdict : assessment.verdicts()) {
    if (verdict.patch == &patch) break;
    if (verdict.outcome.state == State::pristine && !is_selected(selection, verdict.outcome.id)) {
      ids.push_back(verdict.outcome.id);
    }
  }
  return ids;
}

void refuse_unplaced(const Assessment& assessment, const Selection& selection, const Placed& placed,
                     TreePlan& plan) {
  if (placed.item.patch == nullptr || placed.item.layer != nullptr) {
    const std::string& id = placed.item.layer->recorded.patch;
    Diagnostic diagnostic;
    diagnostic.code = Code::stands_on_top;
    diagnostic.message = fmt::format("recorded patch '{}' would no longer fit", id);
    diagnostic.patch = id;
    diagnostic.tree = plan.change.tree;
    diagnostic.hint =
        fmt::format("revert '{}' of manifest '{}' first", id, placed.item.layer->recorded.manifest);
    plan.refusals.push_back(std::move(diagnostic));
    return;
  }
  const Patch& patch = *placed.item.patch;
  const auto below = unselected_before(assessment, patch, selection);
  const PatchOutcome& outcome = *outcome_named(plan, patch.id);
  Diagnostic diagnostic =
      refusal(outcome, Code::patch_blocked,
              fmt::format("'{}' does not fit without '{}', which is not applied", patch.id,
                          fmt::join(below, "', '")),
              fmt::format("apply '{}' as well", fmt::join(below, "', '")));
  diagnostic.where = patch.where;
  plan.refusals.push_back(std::move(diagnostic));
  set_state(plan, patch.id, State::blocked);
}

}  // namespace

void refuse_unplaced(const Assessment& assessment, const Selection& selection,
                     const Sequence& target, TreePlan& plan) {
  for (const Placed& placed : target.items) {
    if (!placed.step) refuse_unplaced(assessment, selection, placed, plan);
  }
}

}  // namespace patcher
