// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/tree/descriptor.hpp"
#include "patcher/tree/worktree.hpp"

namespace patcher {

/// Exclusive locks (flock(2)) on the folders of all roots of a run, held until destruction.
///
/// There is no lock file. Taken in the order of the roots' real paths, without waiting; two roots
/// that are one folder are locked once.
/// Errors: tree_locked, naming the root that another run holds; io_error.
class TreeLocks {
 public:
  [[nodiscard]] static Result<TreeLocks> take(const std::vector<const Worktree*>& roots,
                                              FileSystem& files = system_file_system());
  TreeLocks(TreeLocks&&) noexcept = default;
  TreeLocks& operator=(TreeLocks&&) noexcept = default;
  TreeLocks(const TreeLocks&) = delete;
  TreeLocks& operator=(const TreeLocks&) = delete;
  ~TreeLocks() = default;

 private:
  TreeLocks() = default;
  std::vector<Descriptor> descriptors_;  ///< Of the locked folders; closing one unlocks it.
};

}  // namespace patcher
