// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

namespace patcher {

/// The ids of all rules whose findings a comment may allow, ascending.
[[nodiscard]] std::vector<std::string_view> allowable_rules();

}  // namespace patcher
