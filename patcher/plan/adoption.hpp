// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "patcher/plan/tree_plan.hpp"

namespace patcher {

/// What recording unrecorded patches comes to. No byte of the tree changes by it.
struct Adoption {
  Record record;  ///< With the adopted patches; as it was when there are none.
  std::vector<NamedPatch> adopted;
  Diagnostics refusals;  ///< Selected patches that stand in the tree and cannot be recorded.
};

/// What only a record could tell of the tree before `patch`, or nothing when its result tells all.
///
/// The mode of a removed file, and the mode before a `mode_of:` without `was:`.
[[nodiscard]] std::optional<std::string> unknown_before(const Patch& patch);

/// Records the selected patches whose results stand in the tree unrecorded, with exact inverses.
///
/// The assessment has proved them already: undone and planned again, all unrecorded patches
/// together give the bytes as found. They go below the recorded stack, which stands on them, or,
/// where a recorded patch is modified only because they lie over it, on top of it. Taking the new
/// record's stack off in memory must give the same bytes back.
/// Refuses (unrecorded) a patch that an unselected one stands on, and one that lies neither below
/// nor on top of what is recorded.
[[nodiscard]] Adoption adoption_of(const Assessment& assessment, const Selection& selection);

/// plan_apply where unrecorded patches of the selection are adopted first (`--adopt`).
[[nodiscard]] TreePlan plan_adopting(const Assessment& assessment, const Selection& selection);

}  // namespace patcher
