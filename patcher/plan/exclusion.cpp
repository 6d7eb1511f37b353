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
namespace {

/// For a patch of which it cannot be told whether it is for this base.
Diagnostic undecided_error(const Patch& patch) {
  Diagnostic diagnostic =
      about(patch, Code::modified,
            fmt::format("whether the patch is for this base cannot be told: '{}' changed since a "
                        "recorded patch wrote it",
                        patch.when->claim->file.str()),
            "settle the patch that reads 'modified' first");
  diagnostic.where = patch.when->where;
  diagnostic.lines = patch.when->lines;
  return diagnostic;
}

/// For the optional edit at `index`, whose place the base has and an earlier patch took.
Diagnostic taken_error(const Patch& patch, std::size_t index) {
  Diagnostic diagnostic =
      about(patch, index, Code::patch_conflict,
            fmt::format("optional edit {} fits only without an earlier patch, which changed its "
                        "place: it may not be left out for that",
                        patch.edits[index].number));
  diagnostic.hint = "write it for the text that the earlier patch leaves, or drop it";
  return diagnostic;
}

/// What stands of the one edit of `alone` in the file `path`, however often it stands there.
Finding standing(Patch alone, const TreePath& path, const View& view, SourceCache& cache) {
  auto* text = std::get_if<TextEdit>(&alone.edits.front().what);
  if (text != nullptr) {
    text->file = path;
    text->files = Files::named;
    text->count = 1;
  }
  Finding finding = find_edit({alone, 0, view, cache});
  if (text == nullptr || finding.seen <= 1) return finding;
  text->count = finding.seen;
  return find_edit({alone, 0, view, cache});
}

/// `before`, which an applied patch found, without the files that its globs and optional edits may
/// be about and that it did not write. Where a result of them stands the patch must have written.
View without_unwritten(const Patch& patch, const PatchStep& wrote, const View& before,
                       SourceCache& cache) {
  View view = before;
  const auto forget = [&](const Edit& edit, const TreePath& path) {
    if (wrote.files.contains(path)) return;
    Patch alone = patch;
    alone.edits = {edit};
    const Finding finding = standing(std::move(alone), path, before, cache);
    if (finding.state == State::pristine || has_no_place(finding)) view.put(path, Entry{});
  };
  for (const Edit& edit : patch.edits) {
    if (!has_glob(edit)) {
      if (!edit.optional.empty()) forget(edit, file_of(edit));
      continue;
    }
    const auto caught = before.match(file_of(edit).str());
    if (!caught) continue;
    for (const Match& match : *caught) forget(edit, match.path);
  }
  return view;
}

}  // namespace

/// Conditions are judged without what the record knows of, so that no patch can exclude itself.
void Assessment::exclude_by_bytes() {
  for (const Patch& patch : job_.manifest.patches) {
    if (patch.tree == job_.tree && patch.when && patch.when->claim) exclude_by_bytes(patch);
  }
}

void Assessment::exclude_by_bytes(const Patch& patch) {
  const Claim& claim = *patch.when->claim;
  const Result<Entry> entry = stack_.base.look(claim.file);
  Diagnostics errors;
  if (!entry) errors = entry.error().diagnostics();
  if (stack_.broken.contains(claim.file)) errors.push_back(undecided_error(patch));
  if (errors.empty()) {
    const auto why = why_not(claim, stack_.base, job_.cache);
    if (!why) return;
    // A file that is gone may have been moved, with the patch's own place in it.
    const Severity told_as = entry->is_file() ? Severity::note : Severity::warning;
    job_.excluded.try_emplace(&patch, Exclusion{why->message, {}, told_as});
    return;
  }
  // What is recorded was for this base when it was applied.
  if (is_recorded(patch.id)) return;
  job_.excluded.insert_or_assign(&patch, Exclusion{"that cannot be told", std::move(errors)});
}

/// A glob catches more now, or an optional edit fits that was left out. What the record says must
/// be what the patch did all the same: it is undone by it.
void Assessment::find_moved_on() {
  for (const Patch* patch : patches()) {
    const Layer* layer = layer_of(patch->id);
    if (layer == nullptr || layer->recorded.revision != patch->revision) continue;
    const bool may_move =
        std::any_of(patch->edits.begin(), patch->edits.end(),
                    [](const Edit& edit) { return has_glob(edit) || !edit.optional.empty(); });
    if (!may_move) continue;
    const auto placed = std::find_if(found_.items.begin(), found_.items.end(),
                                     [&](const Placed& p) { return p.item.layer == layer; });
    const auto does_it = [&](const View& view) {
      const PatchFinding finding = find_patch(*patch, view, job_.cache);
      return is_sound(finding) && makes(*finding.step, layer->exact);
    };
    const bool has_moved =
        !does_it(placed->before) &&
        does_it(without_unwritten(*patch, layer->exact, placed->before, job_.cache));
    if (has_moved) moved_on_.insert(patch);
  }
}

/// An optional edit may be left out because the base has nothing of it, not because an earlier
/// patch took it.
void Assessment::add_conflicts(const PatchFinding& finding, Verdict& verdict) const {
  const auto is_left_out = [](const Finding& edit) { return edit.left_out; };
  if (std::none_of(finding.edits.begin(), finding.edits.end(), is_left_out)) return;
  const PatchFinding alone = find_patch(*verdict.patch, bare_, job_.cache);
  for (std::size_t i = 0; i < finding.edits.size(); ++i) {
    if (!finding.edits[i].left_out) continue;
    const std::size_t number = finding.patch->edits[i].number;
    bool is_there = false;
    for (std::size_t k = 0; k < alone.edits.size(); ++k) {
      is_there |= alone.patch->edits[k].number == number && !alone.edits[k].absent;
    }
    if (!is_there) continue;
    std::erase_if(verdict.why, [&](const Diagnostic& why) {
      return why.code == Code::left_out && why.edit == number;
    });
    verdict.why.push_back(taken_error(*finding.patch, i));
    verdict.outcome.edits[i].left_out.clear();
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
  note.severity = exclusion.told_as;
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
