// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "patcher/core/tree_path.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// What one file must become, with what it was when it was read.
struct FileChange {
  TreePath path;
  Entry before;            ///< As found: bytes, mode and identity, to be proved before the write.
  Bytes after;             ///< Null to remove the file.
  std::uint32_t mode = 0;  ///< Permission bits of `after`.
};

/// All that a run writes in one root.
struct RootChange {
  std::string tree;
  std::vector<FileChange> files;          ///< Ascending by path; a path stands once.
  std::vector<TreePath> emptied_folders;  ///< To be removed if nothing is in them, deepest first.
  std::string record;                     ///< New text of the record; empty to remove it.
};

}  // namespace patcher
