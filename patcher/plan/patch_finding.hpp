// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "patcher/plan/finding.hpp"
#include "patcher/plan/view.hpp"

namespace patcher {

/// How one patch stands to a view, before any record is asked.
struct PatchFinding {
  State state = State::drifted;  ///< pristine, applied, partial, drifted, ambiguous or missing.
  /// The patch as it stands to the view: an edit for each file that a glob catches. See SitedPatch.
  std::shared_ptr<const Patch> patch;
  std::vector<Finding> edits;     ///< One for each edit of that, in their order.
  std::optional<PatchStep> step;  ///< What applying does, when pristine and proved.
  Diagnostics diagnostics;        ///< Of all edits, then of the patch as a whole.
};

/// Judges all edits of `patch`, which must outlive the finding, on the bytes of `view`, and proves
/// the verdict. Optional edits of which nothing is there are left out (a warning, left_out), unless
/// all are.
///
/// A patch whose edits all fit is planned; the plan is undone by what the result shows and must
/// give the first bytes back, or the patch is ambiguous (round_trip_failed). Errors in
/// `diagnostics` besides the state: edits_overlap, syntax_error, ensure_failed; then there is
/// no step, or the step must not be taken.
[[nodiscard]] PatchFinding find_patch(const Patch& patch, const View& view, SourceCache& cache);

/// The step that takes `patch` out of a view where its whole result stands, or nothing when it
/// does not read as applied there, or when applying it again would not give the same bytes.
[[nodiscard]] std::optional<PatchStep> undo_found(const Patch& patch, const View& view,
                                                  SourceCache& cache);

/// Says whether the bytes and modes of a tree in which `patch` is applied tell what was before it:
/// not for a `mode_of:` that does not name the mode before, nor where the match of a pattern was
/// replaced.
[[nodiscard]] bool is_told_by_bytes(const Patch& patch);

/// The state of a patch whose edits have `states`: fitting ones mixed with ones that are there are
/// partial; otherwise the worst.
[[nodiscard]] State combined(const std::vector<State>& states);

}  // namespace patcher
