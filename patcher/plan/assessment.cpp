// SPDX-License-Identifier: MIT
#include "patcher/plan/assessment.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "patcher/plan/interleaved.hpp"

namespace patcher {
namespace {

bool adds(const Patch& patch, const TreePath& path) {
  return std::any_of(patch.edits.begin(), patch.edits.end(), [&](const Edit& edit) {
    return std::holds_alternative<AddFile>(edit.what) && file_of(edit) == path;
  });
}

/// Whether all that `patch` does is to remove files that earlier patches of `all` add. Those are
/// absent before any of them as after all of them: their absence proves nothing.
bool only_removes_added(const Patch& patch, const std::vector<const Patch*>& all) {
  const auto end = std::find(all.begin(), all.end(), &patch);
  return std::all_of(patch.edits.begin(), patch.edits.end(), [&](const Edit& edit) {
    return std::holds_alternative<RemoveFile>(edit.what) &&
           std::any_of(all.begin(), end,
                       [&](const Patch* earlier) { return adds(*earlier, file_of(edit)); });
  });
}

}  // namespace

Assessment::Assessment(const TreeJob& job)
    : job_(job),
      stack_(peel(job.record, job.source)),
      bare_(stack_.base),
      found_{{}, stack_.base},
      planned_{{}, stack_.base} {
  exclude_by_bytes();
  take_off_unrecorded();
  replay_found();
  find_moved_on();
  const std::vector<const Patch*> all = patches();
  // What is not for this base is not what the others have to fit on.
  const bool goes = job_.upgrade == Upgrade::yes || !job_.excluded.empty();
  const Wish whole_set{{all.begin(), all.end()}, goes ? Orphans::go : Orphans::stay};
  planned_ = lay(items(whole_set), stack_.base, job_.cache);
  for (const Patch& patch : job_.manifest.patches) {
    if (patch.tree != job_.tree) continue;
    const auto excluded = job_.excluded.find(&patch);
    if (excluded == job_.excluded.end()) {
      judge(patch);
    } else {
      judge_excluded(patch, excluded->second);
    }
  }
  judge_orphans();
}

std::vector<const Patch*> Assessment::patches() const {
  std::vector<const Patch*> own;
  for (const Patch& patch : job_.manifest.patches) {
    if (patch.tree == job_.tree && !job_.excluded.contains(&patch)) own.push_back(&patch);
  }
  return own;
}

bool Assessment::is_own(const RecordedPatch& recorded) const {
  return recorded.manifest == job_.manifest.name && recorded.tree == job_.tree;
}

const RecordedPatch* Assessment::modified_as(const std::string& id) const {
  const auto moved =
      std::find_if(stack_.modified.begin(), stack_.modified.end(),
                   [&](const RecordedPatch& r) { return is_own(r) && r.patch == id; });
  return moved == stack_.modified.end() ? nullptr : &*moved;
}

bool Assessment::is_recorded(const std::string& id) const {
  return layer_of(id) != nullptr || modified_as(id) != nullptr;
}

bool Assessment::is_unrecorded(const Patch& patch) const {
  return std::find(unrecorded_.begin(), unrecorded_.end(), &patch) != unrecorded_.end();
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
      const bool stays =
          taken.contains(*patch) || is_recorded((*patch)->id) || only_removes_added(**patch, own);
      const auto step = stays ? std::nullopt : undo_found(**patch, bare_, job_.cache);
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
  std::erase_if(
      fresh, [&](const Patch* patch) { return taken.contains(patch) || is_recorded(patch->id); });
  for (std::size_t j = 1; j < fresh.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const std::optional<View> guess = without_new_texts({fresh[i], fresh[j]}, bare_, job_.cache);
      if (!guess) continue;
      const Sequence again = lay({{fresh[i], nullptr}, {fresh[j], nullptr}}, *guess, job_.cache);
      const bool both = again.items[0].step && again.items[1].step;
      if (!both || !agrees(again.end, bare_)) continue;
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
  if (agrees(check.end, stack_.base)) return;
  unrecorded_.clear();
  bare_ = stack_.base;
  replay_found();
}

const Verdict* Assessment::verdict_of(const std::string& id) const {
  const auto verdict = std::find_if(verdicts_.begin(), verdicts_.end(),
                                    [&](const Verdict& v) { return v.outcome.id == id; });
  return verdict == verdicts_.end() ? nullptr : &*verdict;
}

bool Assessment::is_orphan(const RecordedPatch& recorded) const {
  const std::vector<const Patch*> own = patches();
  return is_own(recorded) && std::none_of(own.begin(), own.end(), [&](const Patch* patch) {
           return patch->id == recorded.patch;
         });
}

/// What of the manifest's patches is to stand, in its order. Another revision than the recorded one
/// stands only where it may replace it.
std::vector<StackItem> Assessment::own_items(const Wish& wish) const {
  std::vector<StackItem> items;
  for (const Patch* patch : patches()) {
    const Layer* layer = layer_of(patch->id);
    const bool is_current = layer != nullptr && layer->recorded.revision == patch->revision &&
                            !moved_on_.contains(patch);
    const bool may_stand = layer != nullptr
                               ? job_.upgrade == Upgrade::yes
                               : modified_as(patch->id) == nullptr && !is_unrecorded(*patch);
    if (is_current) {
      items.push_back({patch, layer});
    } else if (may_stand && wish.patches.contains(patch)) {
      items.push_back({patch, nullptr});
    }
  }
  return items;
}

std::vector<StackItem> Assessment::items(const Wish& wish) const {
  std::vector<StackItem> own = own_items(wish);
  const auto item_for = [&](const Layer& layer) -> std::optional<StackItem> {
    const auto mine = std::find_if(own.begin(), own.end(), [&](const StackItem& item) {
      return is_own(layer.recorded) && item.patch->id == layer.recorded.patch;
    });
    if (mine != own.end()) return *mine;
    const bool goes = wish.orphans == Orphans::go && is_orphan(layer.recorded);
    return goes ? std::nullopt : std::optional(StackItem{nullptr, &layer});
  };
  std::vector<StackItem> stacked;
  for (const Layer& layer : stack_.layers) {
    if (const auto item = item_for(layer)) stacked.push_back(*item);
  }
  const bool all_own =
      stack_.modified.empty() &&
      std::all_of(stacked.begin(), stacked.end(), [](const auto& item) { return item.patch; });
  if (all_own) return own;
  std::copy_if(own.begin(), own.end(), std::back_inserter(stacked),
               [&](const StackItem& item) { return !item.layer && !layer_of(item.patch->id); });
  return stacked;
}

}  // namespace patcher
