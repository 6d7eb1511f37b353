// SPDX-License-Identifier: MIT
#include "patcher/plan/unplaced.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "patcher/plan/target.hpp"

namespace patcher {
namespace {

Diagnostic about_placed(const Placed& placed, Code code, std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  if (placed.item.patch != nullptr) {
    diagnostic.where = placed.item.patch->where;
    diagnostic.patch = placed.item.patch->id;
    diagnostic.tree = placed.item.patch->tree;
  } else {
    diagnostic.patch = placed.item.layer->recorded.patch;
    diagnostic.tree = placed.item.layer->recorded.tree;
  }
  return diagnostic;
}

/// What keeps a patch that was planned from fitting, as notes.
void note_why(const Placed& placed, Diagnostic& diagnostic) {
  if (!placed.finding) return;
  for (const Diagnostic& why : placed.finding->diagnostics) {
    diagnostic.notes.push_back({why.message, why.target, why.in, {}});
    diagnostic.notes.insert(diagnostic.notes.end(), why.notes.begin(), why.notes.end());
  }
}

std::string name_of_recorded(const Assessment& assessment, const RecordedPatch& recorded) {
  if (assessment.is_own(recorded)) return fmt::format("recorded patch '{}'", recorded.patch);
  return fmt::format("patch '{}' of manifest '{}'", recorded.patch, recorded.manifest);
}

Diagnostic stands_on_top(const Assessment& assessment, const Placed& placed) {
  Diagnostic diagnostic =
      about_placed(placed, Code::stands_on_top,
                   fmt::format("{} stands on what this run changes, and would no longer fit",
                               name_of_recorded(assessment, placed.item.layer->recorded)));
  note_why(placed, diagnostic);
  return diagnostic;
}

void set_state(TreePlan& plan, const std::string& id, State state) {
  for (PatchOutcome& outcome : plan.patches) {
    if (outcome.id == id) outcome.state = state;
  }
}

/// Ids of earlier patches that are not as the manifest has them and not selected, without which
/// `patch` does not fit.
std::vector<std::string> unselected_before(const Assessment& assessment, const Patch& patch,
                                           const Selection& selection) {
  std::vector<std::string> ids;
  for (const Verdict& verdict : assessment.verdicts()) {
    if (verdict.patch == &patch) break;
    const State state = *verdict.outcome.state;
    const bool could_help = state == State::pristine || state == State::outdated;
    if (could_help && !is_selected(selection, verdict.outcome.id)) {
      ids.push_back(verdict.outcome.id);
    }
  }
  return ids;
}

Diagnostic blocked(const Placed& placed, const std::vector<std::string>& below) {
  const std::string& id = placed.item.patch->id;
  if (below.empty()) {
    Diagnostic diagnostic = about_placed(placed, Code::patch_blocked,
                                         fmt::format("'{}' does not fit on what is applied", id));
    note_why(placed, diagnostic);
    diagnostic.hint = "see 'patcher status' for what is applied, and in which order";
    return diagnostic;
  }
  Diagnostic diagnostic =
      about_placed(placed, Code::patch_blocked,
                   fmt::format("'{}' does not fit without '{}', which is not applied", id,
                               fmt::join(below, "', '")));
  diagnostic.hint = fmt::format("apply '{}' as well", fmt::join(below, "', '"));
  return diagnostic;
}

/// The way out for another manifest's patch, which cannot be planned anew here.
std::string hint_for_foreign(const Assessment& assessment, const Layer& layer) {
  return fmt::format("{}, then run this again, then apply manifest '{}'",
                     order_of_reverts(assessment, {&layer}), layer.recorded.manifest);
}

}  // namespace

void refuse_unplaced_to_apply(const Assessment& assessment, const Selection& selection,
                              const Sequence& target, TreePlan& plan) {
  for (const Placed& placed : target.items) {
    if (placed.step) continue;
    if (placed.item.layer == nullptr) {
      const Patch& patch = *placed.item.patch;
      plan.refusals.push_back(blocked(placed, unselected_before(assessment, patch, selection)));
      if (assessment.layer_of(patch.id) == nullptr) set_state(plan, patch.id, State::blocked);
      continue;
    }
    Diagnostic diagnostic = stands_on_top(assessment, placed);
    diagnostic.hint = assessment.is_own(placed.item.layer->recorded)
                          ? "write it for the text that it would find, or leave what is below it"
                          : hint_for_foreign(assessment, *placed.item.layer);
    plan.refusals.push_back(std::move(diagnostic));
  }
}

void refuse_unplaced_to_revert(const Assessment& assessment, const LayerSet& going,
                               const Sequence& target, TreePlan& plan) {
  for (const Placed& placed : target.items) {
    if (placed.step) continue;
    Diagnostic diagnostic = stands_on_top(assessment, placed);
    diagnostic.hint = order_of_reverts(assessment, going);
    plan.refusals.push_back(std::move(diagnostic));
  }
}

}  // namespace patcher
