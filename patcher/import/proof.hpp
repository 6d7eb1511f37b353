// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/core/result.hpp"
#include "patcher/import/change.hpp"
#include "patcher/import/imported_patch.hpp"
#include "patcher/plan/file_change.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// Proves by the planner, in memory, that `patch`, as it would be read from disk, is `change` on
/// `tree`: applied, it gives the new side byte for byte and mode for mode; on the new side nothing
/// of it is left to do; reverted, all is as it was.
///
/// `cache` may know the texts of both sides. Errors: those of reading the patch and of planning it;
/// round_trip_failed.
[[nodiscard]] Status prove(const ImportedPatch& patch, const Change& change, const Tree& tree,
                           SourceCache& cache);

/// `change` as what a run would write.
[[nodiscard]] RootChange written_by(const Change& change);

}  // namespace patcher
