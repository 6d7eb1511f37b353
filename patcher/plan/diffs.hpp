// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/plan/outcome.hpp"
#include "patcher/plan/tree_plan.hpp"

namespace patcher {

/// What applying the whole set would change, for the patches that fit.
[[nodiscard]] std::vector<FileDiff> diffs_to_come(const Assessment& assessment,
                                                  const Selection& selection);
/// What the selected patches did to the tree: from the bytes below every patch to the bytes as
/// found, or, for a part of the stack, patch by patch on what each found.
[[nodiscard]] std::vector<FileDiff> diffs_applied(const Assessment& assessment,
                                                  const Selection& selection);

}  // namespace patcher
