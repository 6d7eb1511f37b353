// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "patcher/plan/drift_outcome.hpp"
#include "patcher/plan/view.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// How much of what `step` does to the files before a commit was done by the commit, after which
/// the files are as in `after`.
///
/// A line counts as brought (gone) where the commit has it more (less) often than before, white
/// space at its ends left aside. All of it is there when every run of lines that the patch brings
/// stands in the commit's file with the same characters but white space, more often than before,
/// and every line that it takes away is gone.
/// Nothing where a file cannot be read, or where the patch changes no line.
[[nodiscard]] std::optional<UpstreamShare> share_of(const PatchStep& step, const Tree& after);

}  // namespace patcher
