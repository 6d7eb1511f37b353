// SPDX-License-Identifier: MIT
// What an assessment leaves out of the set, and what it must not.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "patcher/plan/assessment.hpp"
#include "patcher/plan/claim.hpp"
#include "patcher/plan/finding.hpp"
#include "patcher/plan/patch_outcome.hpp"
#include "patcher/plan/relations.hpp"

namespace patcher {

/// Conditions are judged without what the record knows of, so that no patch can exclude itself.
void Assessment::exclude_by_bytes() {
  for (const Patch& patch : job_.manifest.patches) {
    if (patch.tree == job_.tree && patch.when && patch.when->claim) exclude_by_bytes(patch);
  }
}

void Assessment::exclude_by_bytes(const Patch& patch) {
  const Claim& claim = *patch.when->claim;
  Result<Entry> entry = stack_.base.look(claim.file);
  Diagnostics errors;
  if (!entry) errors = std::move(entry).error().diagnostics();
  if (stack_.broken.contains(claim.file)) errors.push_back(undecided_error(patch));
  if (errors.empty()) {
    const auto why = why_not(claim, stack_.base, job_.cache);
    if (why) job_.excluded.try_emplace(&patch, Exclusion{why->message});
    return;
  }
  // What is recorded was for this base when it was applied.
  if (is_recorded(patch.id)) return;
  job_.excluded.insert_or_assign(&patch, Exclusion{"that cannot be told", std::move(errors)});
}

/// A glob catches more now, or an optional edit fits that was left out.
void Assessment::find_moved_on() {
  for (const Patch* patch : patches()) {
    const Layer* layer = layer_of(patch->id);
    const bool may_move =
        std::any_of(patch->edits.begin(), patch->edits.end(),
                    [](const Edit& edit) { return has_glob(edit) || !edit.optional.empty(); });
    if (!may_move || layer == nullptr || layer->recorded.revision != patch->revision) continue;
    const auto placed = std::find_if(found_.items.begin(), found_.items.end(),
                                     [&](const Placed& p) { return p.item.layer == layer; });
    const PatchFinding finding = find_patch(*patch, placed->before, job_.cache);
    if (!is_sound(finding) || !makes(*finding.step, layer->exact)) moved_on_.insert(patch);
  }
}

/// An optional edit may be left out because the base has nothing of it, not because an earlier
/// patch took it.
void Assessment::add_conflicts(const Patch& patch, const PatchFinding& finding,
                               Diagnostics& why) const {
  const auto is_left_out = [](const Finding& edit) { return edit.left_out; };
  if (std::none_of(finding.edits.begin(), finding.edits.end(), is_left_out)) return;
  const PatchFinding alone = find_patch(patch, bare_, job_.cache);
  for (std::size_t i = 0; i < finding.edits.size(); ++i) {
    if (!finding.edits[i].left_out) continue;
    const std::size_t number = finding.patch->edits[i].number;
    bool is_there = false;
    for (std::size_t k = 0; k < alone.edits.size(); ++k) {
      is_there |= alone.patch->edits[k].number == number && !alone.edits[k].absent;
    }
    if (is_there) why.push_back(taken_error(*finding.patch, i));
  }
}

/// A recorded patch that is not for this base is an orphan.
void Assessment::judge_excluded(const Patch& patch, const Exclusion& exclusion) {
  if (is_recorded(patch.id)) return;
  if (!exclusion.errors.empty()) {
    verdicts_.push_back({&patch, outcome_of(patch, State::blocked), exclusion.errors});
    return;
  }
  Diagnostic note =
      about(patch, Code::left_out,
            fmt::format("patch '{}' is not for this base: {}", patch.id, exclusion.reason), {});
  note.severity = Severity::note;
  verdicts_.push_back({&patch, outcome_of(patch, State::excluded), {std::move(note)}});
  verdicts_.back().outcome.left_out = exclusion.reason;
}

Exclusions::const_iterator Assessment::exclusion_of(const RecordedPatch& recorded) const {
  return std::find_if(job_.excluded.begin(), job_.excluded.end(),
                      [&](const auto& item) { return item.first->id == recorded.patch; });
}

Verdict Assessment::verdict_of_orphan(const RecordedPatch& recorded) const {
  const auto excluded = exclusion_of(recorded);
  const bool has_it = excluded != job_.excluded.end();
  Verdict verdict{has_it ? excluded->first : nullptr, outcome_of(recorded, State::orphan), {}};
  if (job_.upgrade == Upgrade::yes) return verdict;
  verdict.why.push_back(orphan_error(recorded, has_it ? excluded->second.reason : ""));
  return verdict;
}

}  // namespace patcher
