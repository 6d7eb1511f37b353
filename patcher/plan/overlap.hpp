// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/plan/finding.hpp"

namespace patcher {

/// Errors (edits_overlap) for edits of one patch that share bytes or an insertion point, or of
/// which one would change what another one's anchor is made of. `findings` are all pristine.
[[nodiscard]] Diagnostics overlaps(const Patch& patch, const std::vector<Finding>& findings);

}  // namespace patcher
