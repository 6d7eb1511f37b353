// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/byte_range.hpp"

namespace patcher {

/// What two lines are compared by when blanks do not count.
struct LineProfile {
  std::string_view line;               ///< The line itself; must outlive the shape.
  std::string solid;                   ///< Its bytes without blanks.
  std::vector<std::uint16_t> bigrams;  ///< Pairs of adjacent bytes of `solid`, sorted.
};

[[nodiscard]] LineProfile profile_of(std::string_view line);

/// How like two lines are, from 0 (nothing in common) to 1 (the same but for their indentation).
///
/// Below 1 it is Dice's coefficient of their bigrams. A line of blanks is like no other line.
[[nodiscard]] double likeness(const LineProfile& a, const LineProfile& b);

/// Where two lines differ, word by word.
struct LineDifference {
  std::vector<ByteRange> expected;  ///< Bytes of the expected line that the found one lacks.
  std::vector<ByteRange> found;     ///< Bytes of the found line that are not expected.
};

/// The words, blanks and signs that stand in one of two lines but not in both.
///
/// Neighbours are joined to one range. Lines of very many words give one range from the first
/// difference to the last.
[[nodiscard]] LineDifference difference(std::string_view expected, std::string_view found);

/// Says whether all of `text` is one word: letters, digits, `_`, and bytes that are not ASCII.
[[nodiscard]] bool is_word(std::string_view text);

}  // namespace patcher
