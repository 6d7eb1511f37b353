// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <utility>
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
/// that `--tree` leaves out. A dry run changes
/// nothing: it refuses each of `roots` that was left so (interrupted). Errors: those of `recover`
/// and of opening and locking such a folder.
[[nodiscard]] Status settle_interrupted(const std::vector<const Worktree*>& roots,
                                        const Options& options, FileSystem& files,
                                        Outcome& outcome);

/// The roots of the runs that were finished or undone on the way.
class SettledRoots {
 public:
  SettledRoots() = default;
  explicit SettledRoots(std::set<std::string> paths) : paths_(std::move(paths)) {}
  [[nodiscard]] bool contains(const std::string& folder) const;

 private:
  std::set<std::string> paths_;
};

/// Does the same in the folders of `--root`, or the current one, before their records are asked
/// what they know of: a run that died may not have written one yet, or a new one.
///
/// Leaves folders that cannot be opened to whoever reads their records.
/// Errors: those of `settle_interrupted`; tree_locked.
[[nodiscard]] Result<SettledRoots> settle_before_records(const Options& options, FileSystem& files,
                                                         Outcome& outcome);

}  // namespace patcher
