// SPDX-License-Identifier: MIT
// How an assessment judges each patch; assessment.cpp takes the stack apart and lays it again.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "patcher/plan/assessment.hpp"
#include "patcher/plan/claim.hpp"
#include "patcher/plan/edit_places.hpp"
#include "patcher/plan/finding.hpp"
#include "patcher/plan/modification.hpp"
#include "patcher/plan/near_file.hpp"
#include "patcher/plan/patch_outcome.hpp"
#include "patcher/plan/relations.hpp"

namespace patcher {
namespace {

/// Says whether it is certain that nothing of what a patch edits is there, whatever else was told.
bool is_absent(const Verdict& verdict, const PatchFinding& finding) {
  const bool is_unfit =
      verdict.outcome.state == State::drifted || verdict.outcome.state == State::missing;
  const bool no_edit = std::all_of(finding.edits.begin(), finding.edits.end(),
                                   [](const Finding& edit) { return edit.absent; });
  return is_unfit && no_edit &&
         std::none_of(verdict.why.begin(), verdict.why.end(), [](const Diagnostic& why) {
           return why.code == Code::patch_conflict || why.code == Code::patch_blocked;
         });
}

/// Makes one warning of the errors of an optional patch.
void leave_out(const Patch& patch, Verdict& verdict) {
  Diagnostic warning =
      about(patch, Code::left_out,
            fmt::format("patch '{}' is left out: nothing of what it edits is there", patch.id), {});
  warning.severity = Severity::warning;
  warning.notes = {{fmt::format("it is optional: {}", patch.optional)}};
  for (const Diagnostic& why : verdict.why) {
    warning.notes.push_back(
        {fmt::format("edit {}: {}", why.edit.value_or(0), why.message), why.target, why.in, {}});
  }
  verdict.why = {std::move(warning)};
  verdict.outcome.left_out = patch.optional;
}

/// Evidence in the base outranks what the edits say, but not that somebody moved our bytes.
bool yields_to_evidence(State state) { return state != State::modified && state != State::partial; }

}  // namespace

std::string_view name_of(CheckOutcome::Verdict verdict) {
  switch (verdict) {
    case CheckOutcome::Verdict::passed:
      return "passed";
    case CheckOutcome::Verdict::failed:
      return "failed";
    case CheckOutcome::Verdict::not_run:
      return "not-run";
  }
  return {};
}

bool is_left_out(const PatchOutcome& patch) {
  return patch.state == State::excluded || !patch.left_out.empty();
}

/// A result that no record knows of is not ours to call applied.
State Assessment::as_standing(State state) const {
  if (state != State::applied) return state;
  return job_.results == WorkOf::upstream ? State::obsolete : State::unrecorded;
}

Diagnostic Assessment::standing_error(const Patch& patch) const {
  return job_.results == WorkOf::upstream ? upstream_has_it_error(patch) : unrecorded_error(patch);
}

/// Says whether the tree may be at another base than its record: no patch stands in it as it was
/// left, and `patch` fits on it.
bool Assessment::may_be_another_base(const Patch& patch) const {
  return stack_.layers.empty() &&
         find_patch(patch, View(job_.source), job_.cache).state == State::pristine;
}

namespace {

void take_as_obsolete(const Claim& evidence, Verdict& verdict) {
  verdict.outcome.state = State::obsolete;
  verdict.outcome.left_out.clear();
  std::erase_if(verdict.why, [](const Diagnostic& d) { return d.code == Code::left_out; });
  verdict.why.insert(verdict.why.begin(), obsolete_error(*verdict.patch, evidence));
}

}  // namespace

void Assessment::judge(const Patch& patch) {
  Verdict verdict;
  if (const RecordedPatch* moved = modified_as(patch.id)) {
    verdict = {&patch, outcome_of(patch, State::modified), {}};
    verdict.why.push_back(modified_error({*moved, job_.record, job_.source, job_.cache, &patch}));
    if (may_be_another_base(patch)) {
      verdict.why.back().hint +=
          "; or, if the tree was taken to another base since, so that nothing of its patches "
          "stands in it, remove '.patcher' from its root and apply anew";
    }
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
  for (const Claim& claim : patch.obsolete_if) {
    const Result<Entry> entry = bare_.look(claim.file);
    if (!entry) append(verdict.why, entry.error().diagnostics());
  }
  if (yields_to_evidence(*verdict.outcome.state)) {
    if (const Claim* claim = holding_evidence(patch, bare_, job_.cache)) {
      take_as_obsolete(*claim, verdict);
    }
  }
  hint_at_near_files(job_.source, verdict.why);
  verdicts_.push_back(std::move(verdict));
}

Verdict Assessment::verdict_of_layer(const Patch& patch, const Layer& layer) const {
  const bool is_outdated = layer.recorded.revision != patch.revision || moved_on_.contains(&patch);
  if (is_outdated) return verdict_of_outdated(patch);
  const auto placed = std::find_if(found_.items.begin(), found_.items.end(),
                                   [&](const Placed& p) { return p.item.layer == &layer; });
  const PatchFinding finding = find_patch(patch, placed->before, job_.cache);
  Verdict verdict{&patch, outcome_of(finding, State::applied), warnings_of(finding)};
  if (!is_sound(finding) || !makes(*finding.step, layer.exact)) {
    verdict.outcome = outcome_of(patch, State::ambiguous);
    verdict.why.push_back(about(patch, Code::round_trip_failed,
                                "the recorded bytes are not what this patch makes of its base",
                                "restore its files from the base, then apply"));
    append(verdict.why, finding.diagnostics);
    return verdict;
  }
  const auto index = static_cast<std::size_t>(placed - found_.items.begin());
  for (std::size_t i = 0; i < finding.edits.size(); ++i) {
    verdict.outcome.edits[i].places = places_after(
        {found_, index, job_.cache}, file_of(finding.patch->edits[i]), finding.edits[i].anchors);
  }
  add_conflicts(finding, verdict);
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
  const std::string message =
      moved_on_.contains(&patch)
          ? "the patch would do something else now than when it was applied: a glob catches other "
            "files, or what an optional edit is about has come"
          : "the record names another revision of this patch";
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
    const RecordedPatch& recorded = layer.recorded;
    const bool was_another_tree = recorded.manifest == job_.manifest.name &&
                                  recorded.patch == patch.id && recorded.tree != job_.tree;
    if (was_another_tree) {
      return {&patch,
              outcome_of(patch, State::unrecorded),
              {renamed_tree_error(patch, recorded, job_.manifest)}};
    }
  }
  for (const Layer& layer : stack_.layers) {
    const bool same_patch = layer.recorded.patch == patch.id &&
                            layer.recorded.revision == patch.revision && !is_own(layer.recorded);
    if (!same_patch) continue;
    return {&patch,
            outcome_of(patch, State::unrecorded),
            {applied_by_another_error(patch, layer.recorded)}};
  }
  Verdict verdict = verdict_of_planned(patch);
  const auto planned = std::find_if(planned_.items.begin(), planned_.items.end(),
                                    [&](const Placed& p) { return p.item.patch == &patch; });
  if (!patch.optional.empty() && is_absent(verdict, *planned->finding)) leave_out(patch, verdict);
  return verdict;
}

/// A patch whose result stands in the base without a record.
Verdict Assessment::verdict_of_standing(const Patch& patch, const Placed& standing) const {
  const PatchFinding& finding = *standing.finding;
  Verdict verdict{&patch, outcome_of(finding, as_standing(State::applied)), warnings_of(finding)};
  verdict.why.insert(verdict.why.begin(), standing_error(patch));
  const auto index = static_cast<std::size_t>(&standing - found_.items.data());
  for (std::size_t i = 0; i < finding.edits.size(); ++i) {
    verdict.outcome.edits[i].places = places_after(
        {found_, index, job_.cache}, file_of(finding.patch->edits[i]), finding.edits[i].anchors);
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
  Verdict verdict{&patch, outcome_of(finding, as_standing(finding.state)), finding.diagnostics};
  if (finding.state == State::applied && is_told_by_bytes(patch)) {
    verdict.outcome.state = State::ambiguous;
    verdict.why.push_back(unprovable_error(patch));
  } else if (finding.state == State::applied) {
    verdict.why.push_back(standing_error(patch));
  }
  for (std::size_t i = 0; i < finding.edits.size(); ++i) {
    EditOutcome& edit = verdict.outcome.edits[i];
    edit.state = as_standing(finding.edits[i].state);
    edit.places = places_before({found_.end, job_.cache}, file_of(finding.patch->edits[i]),
                                finding.edits[i].places, placed.before);
  }
  if (verdict.outcome.state == State::partial) {
    verdict.why.insert(verdict.why.begin(), partial_error(patch, verdict.outcome));
  }
  add_conflicts(finding, verdict);
  if (is_sound(finding)) return verdict;
  explain_unfit({planned_, index, found_.end, job_.cache}, verdict);
  return verdict;
}

void Assessment::judge_orphans() {
  for (const RecordedPatch& recorded : stack_.gone) {
    if (is_orphan(recorded)) notes_.push_back(bytes_decide_note(recorded, nullptr));
  }
  for (const Layer& layer : stack_.layers) {
    if (is_orphan(layer.recorded)) verdicts_.push_back(verdict_of_orphan(layer.recorded));
  }
  for (const RecordedPatch& recorded : stack_.modified) {
    if (!is_orphan(recorded)) continue;
    const auto excluded = exclusion_of(recorded);
    Verdict verdict{excluded == job_.excluded.end() ? nullptr : excluded->first,
                    outcome_of(recorded, State::modified),
                    {}};
    verdict.why.push_back(modified_error({recorded, job_.record, job_.source, job_.cache}));
    verdicts_.push_back(std::move(verdict));
  }
}

}  // namespace patcher
