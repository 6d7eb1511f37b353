// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/import/change.hpp"

namespace patcher {

/// `files` with each pair of a file that goes and one that comes joined to a file that moves, where
/// they are the same, or text with at least half of the larger one's bytes in common lines.
///
/// The same bytes first, then the likest; a file moves once. Permissions that git does not know are
/// no edit of a move: files that differ in these stay apart.
[[nodiscard]] std::vector<ChangedPath> with_moves(std::vector<ChangedPath> files);

}  // namespace patcher
