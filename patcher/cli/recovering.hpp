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

/// Does the same in the folders of `--root`, or the current one, before their records are asked
/// what they know of: a run that died may not have written one yet, or a new one.
///
/// Leaves folders that cannot be opened to whoever reads their records.
/// Errors: interrupted in a dry run; those of `settle_interrupted`; tree_locked.
[[nodiscard]] Status settle_before_records(const Options& options, FileSystem& files,
                                           Outcome& outcome);

/// Whether a run was finished or undone on the way to `outcome`.
[[nodiscard]] bool has_settled(const Outcome& outcome);

}  // namespace patcher
