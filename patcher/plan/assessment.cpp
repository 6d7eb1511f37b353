// SPDX-License-Identifier: MIT
#include "patcher/plan/assessment.hpp"

#include <algorithm>
#include <utility>

#include "patcher/plan/interleaved.hpp"

namespace patcher {
namespace {

bool same_end(const View& a, const View& b) {
  const std::vector<TreePath> touched = a.touched();
  return std::all_of(touched.begin(), touched.end(), [&](const TreePath& path) {
    const Result<Entry> left = a.look(path);
    const Result<Entry> right = b.look(path);
    return left && right && same_content(*left, *right);
  });
}

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

}  // namespace patcher
