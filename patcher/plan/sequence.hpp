// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "patcher/plan/patch_finding.hpp"
#include "patcher/plan/stack.hpp"

namespace patcher {

/// One patch that is to stand in a tree: from the record, from the manifest, or both.
struct StackItem {
  const Patch* patch =
      nullptr;  ///< The manifest's, at its present revision; null if there is none.
  const Layer* layer = nullptr;  ///< The record's; null for a patch that is not applied yet.
};

/// What came of one item.
struct Placed {
  StackItem item;
  View before;                          ///< What it found.
  std::optional<PatchFinding> finding;  ///< None where the recorded step fitted as it is.
  std::optional<PatchStep> step;        ///< None when it does not fit; then it was left out.
};

/// Items laid over a base one after the other.
struct Sequence {
  std::vector<Placed> items;
  View end;
};

/// Lays `items` over `base` in order: a recorded one by its exact step where its files are as it
/// found them, else by planning it anew; one that does not fit is left out.
[[nodiscard]] Sequence lay(const std::vector<StackItem>& items, const View& base,
                           SourceCache& cache);

/// Says whether a planned patch may be written: it is pristine, proved, and nothing speaks against
/// it.
[[nodiscard]] bool is_sound(const PatchFinding& finding);

/// Says whether `recorded` is what `planned` does. The record may name fewer folders: another patch
/// that needed them as well made them, and is gone.
[[nodiscard]] bool makes(const PatchStep& planned, const PatchStep& recorded);

/// The last item before `index` without which item `index` would fit, or null.
///
/// `patch` is what is tried in the views before the earlier items.
[[nodiscard]] const Placed* culprit(const Sequence& sequence, std::size_t index, const Patch& patch,
                                    SourceCache& cache);

}  // namespace patcher
