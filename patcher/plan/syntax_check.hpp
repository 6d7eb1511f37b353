// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/plan/finding.hpp"
#include "patcher/plan/view.hpp"

namespace patcher {

/// Errors (syntax_error) for text edits of `patch` whose anchor lies inside what its grammar cannot
/// read, or whose result has more syntax errors than its base.
///
/// Judged in the edited definition, or in the whole file when the base has no error at all. Only
/// for languages whose definitions this version knows.
[[nodiscard]] Diagnostics syntax_faults(const Patch& patch, const std::vector<Finding>& findings,
                                        const PatchStep& step, SourceCache& cache);

}  // namespace patcher
