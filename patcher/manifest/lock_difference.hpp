// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/manifest/lock.hpp"

namespace patcher {

/// Errors for each thing that `locked` says otherwise than `now`, the same tree locked anew:
/// lock_drift for what stands in the base and what globs catch there, lock_stale for what the
/// patches make of it and for which files and globs the set names. Places are those in `locked`.
[[nodiscard]] Diagnostics differences(const LockedTree& locked, const LockedTree& now);

}  // namespace patcher
