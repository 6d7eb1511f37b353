// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <vector>

#include "patcher/manifest/lock.hpp"

namespace patcher {

/// Errors for each thing that `locked` says otherwise than `now`, the same tree locked anew:
/// lock_drift for what stands in the base and what globs catch there, lock_stale for what the
/// patches make of it and for which files and globs the set names. Places are those in `locked`.
[[nodiscard]] Diagnostics differences(const LockedTree& locked, const LockedTree& now);

/// Errors (lock_stale) for each of `files` and `globs`, which the set names, that `locked` lacks.
[[nodiscard]] Diagnostics gaps(const LockedTree& locked, const std::set<TreePath>& files,
                               const std::vector<std::string>& globs);

}  // namespace patcher
