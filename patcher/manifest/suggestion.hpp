// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace patcher::language {

/// The one of `known` that `word` most likely means, or nothing when none is near.
///
/// Near: at most a third of the letters differ (at least one, at most three), counted as the
/// restricted Damerau-Levenshtein distance: insert, delete, change, swap two neighbours.
[[nodiscard]] std::optional<std::string_view> nearest(std::string_view word,
                                                      const std::vector<std::string_view>& known);

}  // namespace patcher::language
