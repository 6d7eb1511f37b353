// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/plan/outcome.hpp"
#include "patcher/plan/patch_finding.hpp"

namespace patcher {

struct RecordedPatch;

/// What is said of `patch` and of each of its edits, which are all in `state`.
[[nodiscard]] PatchOutcome outcome_of(const Patch& patch, State state);
/// The same for a patch as it was sited, with what tells its edits apart.
[[nodiscard]] PatchOutcome outcome_of(const PatchFinding& finding, State state);
/// The same for a patch that only the record has.
[[nodiscard]] PatchOutcome outcome_of(const RecordedPatch& recorded, State state);

/// The warnings among what was found.
[[nodiscard]] Diagnostics warnings_of(const PatchFinding& finding);

}  // namespace patcher
