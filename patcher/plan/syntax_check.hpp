// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/plan/finding.hpp"
#include "patcher/plan/view.hpp"

namespace patcher {

/// Errors (syntax_error) for text edits of `patch` whose anchor lies inside what its grammar cannot
/// read, whose result has more syntax errors than its base, or whose macro falls apart.
///
/// Judged in the edited definition, or in the whole file when the base has no error at all; the C
/// family on its blanked copy, so that macro bodies and branches that are left out count only by
/// their `#` lines. A file that the grammar's limits leave unread is an error too. Only for
/// languages that `judges_syntax` names.
[[nodiscard]] Diagnostics syntax_faults(const Patch& patch, const std::vector<Finding>& findings,
                                        const PatchStep& step, SourceCache& cache);

}  // namespace patcher
