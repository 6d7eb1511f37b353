// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "patcher/cli/options.hpp"
#include "patcher/core/result.hpp"
#include "patcher/import/change.hpp"
#include "patcher/tree/file_system.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// A change that becomes one patch.
struct ImportedPiece {
  const Tree* tree = nullptr;  ///< Has the change's old side. Of the work's trees.
  Change change;
};

/// Existing work, taken over.
struct ImportedWork {
  std::vector<std::unique_ptr<Tree>> trees;
  std::vector<ImportedPiece> pieces;  ///< In the order in which they apply, each on those before.
  Diagnostics notes;
};

/// Reads what `options` of `import` name.
///
/// Errors: usage for what goes not together, or is not there; content_differs for sides that are
/// the same; those of opening the trees and of reading and applying the diffs.
[[nodiscard]] Result<ImportedWork> imported_work(const Options& options, FileSystem& files);

}  // namespace patcher
