// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/plan/text_search.hpp"

namespace patcher {

/// Why the old side of a hunk, the shape of `search`, stands nowhere: where it would but for the
/// line endings, or for the file's beginning or end; else the text that comes nearest.
[[nodiscard]] std::vector<Note> near_hunk(const Search& search, const HunkShape& hunk);

}  // namespace patcher
