// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/cli/options.hpp"
#include "patcher/core/result.hpp"
#include "patcher/plan/outcome.hpp"
#include "patcher/tree/worktree.hpp"

namespace patcher {

/// Finishes or undoes what an earlier run left in the middle in `roots`, which the caller has
/// locked; the notes on it go to `outcome`.
///
/// Every folder of `--root` counts as a place where a root of that run may be now, also of a tree
/// that `--tree` leaves out. Errors: those of `recover` and of opening and locking such a folder.
[[nodiscard]] Status settle_interrupted(const std::vector<const Worktree*>& roots,
                                        const Options& options, FileSystem& files,
                                        Outcome& outcome);

}  // namespace patcher
