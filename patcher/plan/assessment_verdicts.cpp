// SPDX-License-Identifier: MIT
// How an assessment judges each patch; assessment.cpp takes the stack apart and lays it again.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "patcher/plan/assessment.hpp"
#include "patcher/plan/claim.hpp"
#include "patcher/plan/edit_places.hpp"
#include "patcher/plan/finding.hpp"
#include "patcher/plan/modification.hpp"
#include "patcher/plan/near_file.hpp"
#include "patcher/plan/relations.hpp"

namespace patcher {
namespace {

PatchOutcome outcome_of(const Patch& patch, State state) {
  PatchOutcome outcome{patch.id, patch.tree, patch.title, state, {}};
  for (std::size_t i = 0; i < patch.edits.size(); ++i) {
    outcome.edits.push_back({i, file_of(patch.edits[i]).str(), state, {}});
  }
  return outcome;
}

PatchOutcome outcome_of(const RecordedPatch& recorded, State state) {
  return {recorded.patch, recorded.tree, recorded.title, state, {}, recorded.adopted};
}

/// A result that no record knows of is not ours to call applied.
State as_unrecorded(State state) { return state == State::applied ? State::unrecorded : state; }

/// Says whether `recorded` is what `planned` does. The record may name fewer folders: another patch
/// that needed them as well made them, and is gone.
bool makes(const PatchStep& planned, const PatchStep& recorded) {
  const bool all_folders = std::all_of(
      recorded.made_folders.begin(), recorded.made_folders.end(), [&](const TreePath& folder) {
        return std::find(planned.made_folders.begin(), planned.made_folders.end(), folder) !=
               planned.made_folders.end();
      });
  return all_folders && planned.files.size() == recorded.files.size() &&
         std::all_of(planned.files.begin(), planned.files.end(), [&](const auto& item) {
           const auto file = recorded.files.find(item.first);
           return file != recorded.files.end() &&
                  same_content(item.second.after, file->second.after);
         });
}

/// Evidence in the base outranks what the edits say, but not that somebody moved our bytes.
bool yields_to_evidence(State state) { return state != State::modified && state != State::partial; }

}  // namespace

void Assessment::judge(const Patch& patch) {
  Verdict verdict;
  if (const RecordedPatch* moved = modified_as(patch.id)) {
    verdict = {&patch, outcome_of(patch, State::modified), {}};
    verdict.why.push_back(modified_error({*moved, job_.record, job_.source, job_.cache, &patch}));
    verdict.outcome.adopted = moved->adopted;
  } else if (const Layer* layer = layer_of(patch.id)) {
    verdict = verdict_of_layer(patch, *layer);
    verdict.outcome.adopted = layer->recorded.adopted;
  } else {
    verdict = verdict_of_new(patch);
  }
  for (const RecordedPatch& gone : stack_.gone) {
    const bool was_this = is_own(gone) && gone.patch == patch.id;
    if (was_this) notes_.push_back(bytes_decide_note(gone, &patch));
  }
  if (yields_to_evidence(*verdict.outcome.state)) {
    if (const Claim* claim = holding_evidence(patch, bare_, job_.cache)) {
      verdict.outcome.state = State::obsolete;
      verdict.why.insert(verdict.why.begin(), obsolete_error(patch, *claim));
    }
  }
  hint_at_near_files(job_.source, verdict.why);
  verdicts_.push_back(std::move(verdict));
}

Verdict Assessment::verdict_of_layer(const Patch& patch, const Layer& layer) const {
  if (layer.recorded.revision != patch.revision) return verdict_of_outdated(patch);
  const auto placed = std::find_if(found_.items.begin(), found_.items.end(),
                                   [&](const Placed& p) { return p.item.layer == &layer; });
  const PatchFinding finding = find_patch(patch, placed->before, job_.cache);
  Verdict verdict{&patch, outcome_of(patch, State::applied), {}};
  if (!is_sound(finding) || !makes(*finding.step, layer.exact)) {
    verdict.outcome = outcome_of(patch, State::ambiguous);
    verdict.why.push_back(about(patch, Code::round_trip_failed,
                                "the recorded bytes are not what this patch makes of its base",
                                "restore its files from the base, then apply"));
    append(verdict.why, finding.diagnostics);
    return verdict;
  }
  const auto index = static_cast<std::size_t>(placed - found_.items.begin());
  for (EditOutcome& edit : verdict.outcome.edits) {
    edit.places = places_after({found_, index, job_.cache}, file_of(patch.edits[edit.index]),
                               finding.edits[edit.index].anchors);
    edit.alternative = finding.edits[edit.index].alternative;
  }
  if (!stands_out_of_order(layer)) return verdict;
  verdict.outcome = outcome_of(patch, State::outdated);
  if (job_.upgrade == Upgrade::yes) return verdict;
  verdict.why.push_back(about(patch, Code::outdated,
                              "it was applied in another order than the manifest has now, which "
                              "gives other bytes",
                              "'apply --upgrade' lays the patches in the manifest's order"));
  return verdict;
}

/// A patch that the record has in another revision. Where that may be replaced, what counts is
/// whether the present one fits into the whole set.
Verdict Assessment::verdict_of_outdated(const Patch& patch) const {
  const std::string message = "the record names another revision of this patch";
  if (job_.upgrade == Upgrade::no) {
    return {&patch,
            outcome_of(patch, State::outdated),
            {about(patch, Code::outdated, message,
                   "'apply --upgrade' undoes it and applies the present one; 'revert' undoes it")}};
  }
  Verdict verdict = verdict_of_planned(patch);
  const bool fits = verdict.outcome.state == State::pristine && !has_error(verdict.why);
  verdict.outcome.state = State::outdated;
  if (fits) return verdict;
  verdict.why.insert(verdict.why.begin(),
                     about(patch, Code::outdated, message + ", and the present one does not fit",
                           "mend the patch; until then the recorded revision stays"));
  return verdict;
}

/// Whether a file of `layer` would have other bytes if what is applied stood in the manifest's
/// order.
bool Assessment::stands_out_of_order(const Layer& layer) const {
  const Sequence in_order = lay(items({}), stack_.base, job_.cache);
  return std::any_of(layer.exact.files.begin(), layer.exact.files.end(), [&](const auto& file) {
    const Result<Entry> wanted = in_order.end.look(file.first);
    const Result<Entry> found = job_.source.look(file.first);
    return !wanted || !found || !same_content(*wanted, *found);
  });
}

Verdict Assessment::verdict_of_new(const Patch& patch) const {
  const auto standing = std::find_if(
      found_.items.begin(), found_.items.end(),
      [&](const Placed& p) { return p.item.patch == &patch && p.item.layer == nullptr; });
  if (standing != found_.items.end()) return verdict_of_standing(patch, *standing);
  for (const Layer& layer : stack_.layers) {
    const bool same_patch = layer.recorded.patch == patch.id &&
                            layer.recorded.revision == patch.revision && !is_own(layer.recorded);
    if (!same_patch) continue;
    return {&patch,
            outcome_of(patch, State::unrecorded),
            {applied_by_another_error(patch, layer.recorded)}};
  }
  return verdict_of_planned(patch);
}

/// A patch whose result stands in the base without a record.
Verdict Assessment::verdict_of_standing(const Patch& patch, const Placed& standing) const {
  Verdict verdict{&patch, outcome_of(patch, State::unrecorded), {unrecorded_error(patch)}};
  const auto index = static_cast<std::size_t>(&standing - found_.items.data());
  for (EditOutcome& edit : verdict.outcome.edits) {
    edit.places = places_after({found_, index, job_.cache}, file_of(patch.edits[edit.index]),
                               standing.finding->edits[edit.index].anchors);
    edit.alternative = standing.finding->edits[edit.index].alternative;
  }
  return verdict;
}

/// A patch that is to be planned, as it fits into the whole set.
Verdict Assessment::verdict_of_planned(const Patch& patch) const {
  const auto found = std::find_if(planned_.items.begin(), planned_.items.end(),
                                  [&](const Placed& p) { return p.item.patch == &patch; });
  const auto index = static_cast<std::size_t>(found - planned_.items.begin());
  const Placed& placed = *found;
  const PatchFinding& finding = *placed.finding;
  Verdict verdict{&patch, outcome_of(patch, as_unrecorded(finding.state)), finding.diagnostics};
  if (finding.state == State::applied && is_told_by_bytes(patch)) {
    verdict.outcome.state = State::ambiguous;
    verdict.why.push_back(unprovable_error(patch));
  } else if (finding.state == State::applied) {
    verdict.why.push_back(unrecorded_error(patch));
  }
  for (EditOutcome& edit : verdict.outcome.edits) {
    edit.state = as_unrecorded(finding.edits[edit.index].state);
    edit.places = places_before({found_.end, job_.cache}, file_of(patch.edits[edit.index]),
                                finding.edits[edit.index].places, placed.before);
    edit.alternative = finding.edits[edit.index].alternative;
  }
  if (verdict.outcome.state == State::partial) {
    verdict.why.insert(verdict.why.begin(), partial_error(patch, verdict.outcome));
  }
  if (is_sound(finding)) return verdict;
  explain_unfit({planned_, index, found_.end, job_.cache}, verdict);
  return verdict;
}

void Assessment::judge_orphans() {
  for (const RecordedPatch& recorded : stack_.gone) {
    if (is_orphan(recorded)) notes_.push_back(bytes_decide_note(recorded, nullptr));
  }
  for (const Layer& layer : stack_.layers) {
    if (!is_orphan(layer.recorded)) continue;
    Verdict verdict{nullptr, outcome_of(layer.recorded, State::orphan), {}};
    if (job_.upgrade == Upgrade::no) verdict.why.push_back(orphan_error(layer.recorded));
    verdicts_.push_back(std::move(verdict));
  }
  for (const RecordedPatch& recorded : stack_.modified) {
    if (!is_orphan(recorded)) continue;
    Verdict verdict{nullptr, outcome_of(recorded, State::modified), {}};
    verdict.why.push_back(modified_error({recorded, job_.record, job_.source, job_.cache}));
    verdicts_.push_back(std::move(verdict));
  }
}

}  // namespace patcher
