// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace patcher {

/// One row of an alignment: two lines beside each other, or one that has no counterpart.
struct AlignedLine {
  std::optional<std::size_t> expected;  ///< Index of the expected line, if any.
  std::optional<std::size_t> found;     ///< Index of the found line, if any.

  friend bool operator==(const AlignedLine&, const AlignedLine&) = default;
};

/// Expected lines beside the found lines that are most like them.
struct Alignment {
  std::vector<AlignedLine> rows;  ///< In order; every expected line, and the found ones between.
  double likeness = 0;            ///< From 0 (nothing alike) to 1 (the same but for indentation).
};

/// The best alignment of all of `expected` with adjacent lines of `found`.
///
/// Found lines before the first and after the last counterpart are left out. Long lines count
/// more than short ones. Counterparts are looked for up to 8 lines off their straight place;
/// memory and time grow with the product of both sizes.
[[nodiscard]] Alignment aligned(const std::vector<std::string_view>& expected,
                                const std::vector<std::string_view>& found);

}  // namespace patcher
