// SPDX-License-Identifier: MIT
#include "patcher/plan/assessment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "patcher/plan/claim.hpp"
#include "patcher/plan/edit_places.hpp"
#include "patcher/plan/interleaved.hpp"
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

Diagnostic about(const Patch& patch, Code code, std::string message, std::string hint) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.where = patch.where;
  diagnostic.patch = patch.id;
  diagnostic.tree = patch.tree;
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

/// A result that no record knows of is not ours to call applied.
State as_unrecorded(State state) { return state == State::applied ? State::unrecorded : state; }

bool same_end(const View& a, const View& b) {
  const std::vector<TreePath> touched = a.touched();
  return std::all_of(touched.begin(), touched.end(), [&](const TreePath& path) {
    const Result<Entry> left = a.look(path);
    const Result<Entry> right = b.look(path);
    return left && right && same_content(*left, *right);
  });
}

bool makes(const PatchStep& planned, const PatchStep& recorded) {
  return planned.files.size() == recorded.files.size() &&
         planned.made_folders == recorded.made_folders &&
         std::all_of(planned.files.begin(), planned.files.end(), [&](const auto& item) {
           const auto file = recorded.files.find(item.first);
           return file != recorded.files.end() &&
                  same_content(item.second.after, file->second.after);
         });
}

/// Evidence in the base outranks what the edits say, but not that somebody moved our bytes.
bool yields_to_evidence(State state) { return state != State::modified && state != State::partial; }

}  // namespace

Assessment::Assessment(const TreeJob& job)
    : job_(job),
      stack_(peel(job.record, job.source)),
      bare_(stack_.base),
      found_{{}, stack_.base},
      planned_{{}, stack_.base} {
  take_off_unrecorded();
  replay_found();
  const std::vector<const Patch*> all = patches();
  planned_ = lay(items({all.begin(), all.end()}), stack_.base, job_.cache);
  for (const Patch* patch : all) judge(*patch);
  judge_orphans();
}

std::vector<const Patch*> Assessment::patches() const {
  std::vector<const Patch*> own;
  for (const Patch& patch : job_.manifest.patches) {
    if (patch.tree == job_.tree) own.push_back(&patch);
  }
  return own;
}

bool Assessment::is_own(const RecordedPatch& recorded) const {
  return recorded.manifest == job_.manifest.name && recorded.tree == job_.tree;
}

bool Assessment::is_modified(const std::string& id) const {
  return std::any_of(stack_.modified.begin(), stack_.modified.end(),
                     [&](const RecordedPatch& r) { return is_own(r) && r.patch == id; });
}

const Layer* Assessment::layer_of(const std::string& id) const {
  for (const Layer& layer : stack_.layers) {
    if (is_own(layer.recorded) && layer.recorded.patch == id) return &layer;
  }
  return nullptr;
}

/// Takes results off that stand in the base without a record, top first and again until nothing
/// moves: of two patches at one insertion point the lower one hides the upper one's result.
void Assessment::take_off_unrecorded() {
  const std::vector<const Patch*> own = patches();
  std::set<const Patch*> taken;
  bool again = true;
  while (again) {
    again = false;
    for (auto patch = own.rbegin(); patch != own.rend(); ++patch) {
      const std::string& id = (*patch)->id;
      if (taken.contains(*patch) || layer_of(id) != nullptr || is_modified(id)) continue;
      const auto step = undo_found(**patch, bare_, job_.cache);
      if (!step) continue;
      for (const auto& [path, file] : step->files) bare_.put(path, file.after);
      taken.insert(*patch);
      again = true;
    }
  }
  while (take_off_interleaved(taken)) {
  }
  std::copy_if(own.begin(), own.end(), std::back_inserter(unrecorded_),
               [&](const Patch* patch) { return taken.contains(patch); });
}

/// Two patches that insert beside each other can hide each other's results. A pair whose texts,
/// taken out and put back, give the same bytes was applied, whatever each looks like alone.
bool Assessment::take_off_interleaved(std::set<const Patch*>& taken) {
  std::vector<const Patch*> fresh = patches();
  std::erase_if(fresh, [&](const Patch* patch) {
    return taken.contains(patch) || layer_of(patch->id) != nullptr || is_modified(patch->id);
  });
  for (std::size_t j = 1; j < fresh.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const std::optional<View> guess = without_new_texts({fresh[i], fresh[j]}, bare_, job_.cache);
      if (!guess) continue;
      const Sequence again = lay({{fresh[i], nullptr}, {fresh[j], nullptr}}, *guess, job_.cache);
      const bool both = again.items[0].step && again.items[1].step;
      if (!both || !same_end(again.end, bare_)) continue;
      bare_ = *guess;
      taken.insert({fresh[i], fresh[j]});
      return true;
    }
  }
  return false;
}

void Assessment::replay_found() {
  std::vector<StackItem> items;
  for (const Patch* patch : unrecorded_) items.push_back({patch, nullptr});
  for (const Layer& layer : stack_.layers) items.push_back({nullptr, &layer});
  found_ = lay(items, bare_, job_.cache);
  // What was taken off must come back byte for byte, or it was not ours to take for applied.
  Sequence check =
      lay({items.begin(), items.begin() + static_cast<std::ptrdiff_t>(unrecorded_.size())}, bare_,
          job_.cache);
  if (same_end(check.end, stack_.base)) return;
  unrecorded_.clear();
  bare_ = stack_.base;
  replay_found();
}

std::vector<StackItem> Assessment::items(const std::set<const Patch*>& wanted) const {
  const auto is_current = [&](const Layer& layer, const Patch& patch) {
    return layer.recorded.revision == patch.revision;
  };
  std::vector<StackItem> in_order;
  std::vector<StackItem> fresh;
  std::size_t own_layers = 0;
  for (const Patch* patch : patches()) {
    const Layer* layer = layer_of(patch->id);
    const bool in_base =
        std::find(unrecorded_.begin(), unrecorded_.end(), patch) != unrecorded_.end();
    if (layer != nullptr && is_current(*layer, *patch)) {
      ++own_layers;
      in_order.push_back({patch, layer});
    } else if (layer == nullptr && wanted.contains(patch) && !in_base && !is_modified(patch->id)) {
      in_order.push_back({patch, nullptr});
      fresh.push_back({patch, nullptr});
    }
  }
  const bool all_own = own_layers == stack_.layers.size() && stack_.modified.empty();
  if (all_own) return in_order;
  std::vector<StackItem> items;
  for (const Layer& layer : stack_.layers) {
    const auto mine = std::find_if(in_order.begin(), in_order.end(),
                                   [&](const StackItem& item) { return item.layer == &layer; });
    items.push_back(mine == in_order.end() ? StackItem{nullptr, &layer} : *mine);
  }
  items.insert(items.end(), fresh.begin(), fresh.end());
  return items;
}

void Assessment::judge(const Patch& patch) {
  Verdict verdict;
  if (is_modified(patch.id)) {
    verdict = {&patch, outcome_of(patch, State::modified), {}};
    verdict.why.push_back(modified_error(patch, stack_, job_.source));
  } else if (const Layer* layer = layer_of(patch.id)) {
    verdict = verdict_of_layer(patch, *layer);
  } else {
    verdict = verdict_of_new(patch);
  }
  const bool was_gone =
      std::any_of(stack_.gone.begin(), stack_.gone.end(),
                  [&](const RecordedPatch& r) { return is_own(r) && r.patch == patch.id; });
  if (was_gone) notes_.push_back(bytes_decide_note(patch));
  if (yields_to_evidence(*verdict.outcome.state)) {
    if (const Claim* claim = holding_evidence(patch, bare_, job_.cache)) {
      verdict.outcome.state = State::obsolete;
      verdict.why.insert(verdict.why.begin(), obsolete_error(patch, *claim));
    }
  }
  verdicts_.push_back(std::move(verdict));
}

Verdict Assessment::verdict_of_layer(const Patch& patch, const Layer& layer) const {
  if (layer.recorded.revision != patch.revision) {
    return {&patch,
            outcome_of(patch, State::outdated),
            {about(patch, Code::outdated, "the record names another revision of this patch",
                   "revert it, then apply the new revision")}};
  }
  const auto placed = std::find_if(found_.items.begin(), found_.items.end(),
                                   [&](const Placed& p) { return p.item.layer == &layer; });
  const PatchFinding finding = find_patch(patch, placed->before, job_.cache);
  Verdict verdict{&patch, outcome_of(patch, State::applied), {}};
  if (!is_sound(finding) || !makes(*finding.step, layer.exact)) {
    verdict.outcome = outcome_of(patch, State::ambiguous);
    verdict.why.push_back(about(patch, Code::round_trip_failed,
                                "the recorded bytes are not what this patch makes of its base",
                                "revert it, then apply it again"));
    append(verdict.why, finding.diagnostics);
    return verdict;
  }
  const auto index = static_cast<std::size_t>(placed - found_.items.begin());
  for (EditOutcome& edit : verdict.outcome.edits) {
    edit.places = places_after({found_.end, job_.cache}, file_of(patch.edits[edit.index]),
                               finding.edits[edit.index].anchors, found_, index);
  }
  if (stands_out_of_order(layer)) {
    verdict.outcome = outcome_of(patch, State::outdated);
    verdict.why.push_back(about(patch, Code::outdated,
                                "it was applied in another order than the manifest has now, which "
                                "gives other bytes",
                                "revert the set, then apply it"));
  }
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
  if (standing != found_.items.end()) {
    Verdict verdict{&patch, outcome_of(patch, State::unrecorded), {unrecorded_error(patch)}};
    const auto index = static_cast<std::size_t>(standing - found_.items.begin());
    for (EditOutcome& edit : verdict.outcome.edits) {
      edit.places = places_after({found_.end, job_.cache}, file_of(patch.edits[edit.index]),
                                 standing->finding->edits[edit.index].anchors, found_, index);
    }
    return verdict;
  }
  for (const Layer& layer : stack_.layers) {
    if (is_own(layer.recorded) || layer.recorded.patch != patch.id) continue;
    if (layer.recorded.revision != patch.revision) continue;
    return {&patch,
            outcome_of(patch, State::unrecorded),
            {applied_by_another_error(patch, layer.recorded)}};
  }
  const auto placed = std::find_if(planned_.items.begin(), planned_.items.end(),
                                   [&](const Placed& p) { return p.item.patch == &patch; });
  const PatchFinding& finding = *placed->finding;
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
                                finding.edits[edit.index].places, placed->before);
  }
  if (verdict.outcome.state == State::partial) {
    verdict.why.insert(verdict.why.begin(), partial_error(patch, verdict.outcome));
  }
  if (is_sound(finding)) return verdict;
  const auto index = static_cast<std::size_t>(placed - planned_.items.begin());
  explain_unfit({planned_, index, found_.end, job_.cache}, verdict);
  return verdict;
}

void Assessment::judge_orphans() {
  const auto known = [&](const RecordedPatch& recorded) {
    const auto own = patches();
    return std::any_of(own.begin(), own.end(),
                       [&](const Patch* patch) { return patch->id == recorded.patch; });
  };
  for (const RecordedPatch& recorded : job_.record.stack) {
    if (!is_own(recorded) || known(recorded)) continue;
    Verdict verdict{
        nullptr, {recorded.patch, recorded.tree, recorded.title, State::orphan, {}}, {}};
    verdict.why.push_back(orphan_error(recorded));
    verdicts_.push_back(std::move(verdict));
  }
}

}  // namespace patcher
