// SPDX-License-Identifier: MIT
#include "patcher/plan/diffs.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "patcher/plan/target.hpp"

namespace patcher {
namespace {

std::vector<FileDiff> diffs_between(const Assessment& assessment, const View& before,
                                    const View& after) {
  std::set<TreePath> paths;
  for (const View* view : {&before, &after}) {
    const std::vector<TreePath> touched = view->touched();
    paths.insert(touched.begin(), touched.end());
  }
  std::vector<FileDiff> diffs;
  for (const TreePath& path : paths) {
    const Result<Entry> old_entry = before.look(path);
    const Result<Entry> new_entry = after.look(path);
    if (!old_entry || !new_entry || same_content(*old_entry, *new_entry)) continue;
    const auto bytes = [](const Entry& e) { return e.is_file() ? *e.bytes : std::string(); };
    diffs.push_back({assessment.job().tree,
                     path.str(),
                     {},
                     bytes(*old_entry),
                     bytes(*new_entry),
                     old_entry->mode,
                     new_entry->mode});
  }
  return diffs;
}

}  // namespace

std::vector<FileDiff> diffs_to_come(const Assessment& assessment, const Selection& selection) {
  const Sequence target = lay(assessment.items(fitting(assessment, selection)),
                              assessment.stack().base, assessment.job().cache);
  return diffs_between(assessment, View(assessment.job().source), target.end);
}

std::vector<FileDiff> diffs_applied(const Assessment& assessment, const Selection& selection) {
  const auto& layers = assessment.stack().layers;
  const bool all_own = std::all_of(layers.begin(), layers.end(), [&](const Layer& layer) {
    return assessment.layer_of(layer.recorded.patch) == &layer;
  });
  if (selection.empty() && all_own) {
    return diffs_between(assessment, assessment.stack().base, View(assessment.job().source));
  }
  // A part of a stack has no base of its own: each patch is shown on what it found.
  std::vector<FileDiff> diffs;
  for (const Placed& placed : assessment.found().items) {
    if (placed.item.layer == nullptr || !placed.step) continue;
    const RecordedPatch& recorded = placed.item.layer->recorded;
    const bool own = assessment.layer_of(recorded.patch) == placed.item.layer;
    if (!own || !is_selected(selection, recorded.patch)) continue;
    View after = placed.before;
    after.advance(*placed.step);
    for (FileDiff& diff : diffs_between(assessment, placed.before, after)) {
      diff.patch = recorded.patch;
      diffs.push_back(std::move(diff));
    }
  }
  return diffs;
}

}  // namespace patcher
