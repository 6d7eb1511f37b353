// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/plan/family_outcome.hpp"

namespace patcher {

/// One line for each family, below a line of headings, and one with the sums.
[[nodiscard]] std::string render_families(const std::vector<FamilyOutcome>& families);

}  // namespace patcher
