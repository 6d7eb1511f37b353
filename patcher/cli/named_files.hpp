// SPDX-License-Identifier: MIT
#pragma once

#include <set>

#include "patcher/core/tree_path.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// Every file that `patch` names by its path, and every one that its globs catch in `tree` as it
/// is. What a glob cannot catch for an error of the disk is refused when the patch is judged.
[[nodiscard]] std::set<TreePath> files_of(const Patch& patch, const Tree& tree);

}  // namespace patcher
