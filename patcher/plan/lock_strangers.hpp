// SPDX-License-Identifier: MIT
#pragma once

#include <set>

#include "patcher/manifest/lock.hpp"
#include "patcher/plan/assessment.hpp"

namespace patcher {

/// The recorded patches whose bytes stand in the tree, or stood there before somebody moved them;
/// not those whose files are back at the base. Bottom first.
[[nodiscard]] std::vector<const RecordedPatch*> standing_records(const Assessment& assessment);

/// Says whether `recorded` is a patch of the manifest as it is now, at its present revision.
[[nodiscard]] bool is_of_set(const Assessment& assessment, const RecordedPatch& recorded);

/// Errors (lock_drift) for each file or guarded name of `locked` that a recorded patch wrote which
/// is not of the set: another manifest's, one at another revision, or an orphan. The files are
/// added to `files`.
[[nodiscard]] Diagnostics strangers(const Assessment& assessment, const LockedTree& locked,
                                    std::set<TreePath>& files);

/// Errors (lock_drift) for each standing patch of this manifest that the locked set does not have,
/// or not in that revision, and of which no file is in `judged`, where all is said of it.
[[nodiscard]] Diagnostics left_by_the_set(const Assessment& assessment, const LockedTree& locked,
                                          const std::set<TreePath>& judged);

}  // namespace patcher
