// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace patcher {

/// An expected token beside a found one, or one of the two alone; indices, 0-based.
struct AlignedToken {
  std::optional<std::size_t> expected;
  std::optional<std::size_t> found;

  friend bool operator==(const AlignedToken&, const AlignedToken&) = default;
};

/// The alignment of all of `expected` with adjacent tokens of `found` in which the fewest differ,
/// are missing or too many; found tokens before the first and after the last are left out.
///
/// Time and memory grow with the product of both sizes.
[[nodiscard]] std::vector<AlignedToken> aligned_tokens(
    const std::vector<std::string_view>& expected, const std::vector<std::string_view>& found);

}  // namespace patcher
