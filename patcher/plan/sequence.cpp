// SPDX-License-Identifier: MIT
#include "patcher/plan/sequence.hpp"

#include <algorithm>
#include <utility>

namespace patcher {
namespace {

bool fits_exactly(const PatchStep& step, const View& view) {
  return std::all_of(step.files.begin(), step.files.end(), [&](const auto& item) {
    const Result<Entry> entry = view.look(item.first);
    return entry && same_content(*entry, item.second.before);
  });
}

/// The recorded step of `layer`, where its files are as it found them. A folder belongs to the
/// lowest patch that needs it, which may be another one now than when the record was written.
std::optional<PatchStep> exact_step(const Layer& layer, const View& view) {
  if (!fits_exactly(layer.exact, view)) return std::nullopt;
  auto made = folders_made(layer.exact, view);
  if (!made) return std::nullopt;
  PatchStep step = layer.exact;
  step.made_folders = *std::move(made);
  return step;
}

Placed place(const StackItem& item, const View& view, SourceCache& cache) {
  Placed placed{item, view, {}, {}};
  if (item.layer != nullptr) placed.step = exact_step(*item.layer, view);
  if (placed.step) return placed;
  if (item.patch == nullptr) return placed;
  placed.finding = find_patch(*item.patch, view, cache);
  if (is_sound(*placed.finding)) placed.step = placed.finding->step;
  return placed;
}

}  // namespace

bool is_sound(const PatchFinding& finding) {
  return finding.state == State::pristine && finding.step && !has_error(finding.diagnostics);
}

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

Sequence lay(const std::vector<StackItem>& items, const View& base, SourceCache& cache) {
  Sequence sequence{{}, base};
  for (const StackItem& item : items) {
    sequence.items.push_back(place(item, sequence.end, cache));
    if (sequence.items.back().step) sequence.end.advance(*sequence.items.back().step);
  }
  return sequence;
}

const Placed* culprit(const Sequence& sequence, std::size_t index, const Patch& patch,
                      SourceCache& cache) {
  for (std::size_t i = index; i > 0; --i) {
    const Placed& earlier = sequence.items[i - 1];
    if (!earlier.step) continue;
    if (find_patch(patch, earlier.before, cache).state == State::pristine) return &earlier;
  }
  return nullptr;
}

}  // namespace patcher
