// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace patcher {

/// A half-open range of bytes, `[begin, end)`, 0-based from the start of a file.
///
/// Invariant: `begin <= end`. An empty range is an insertion point.
struct ByteRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] constexpr std::size_t size() const { return end - begin; }
  [[nodiscard]] constexpr bool empty() const { return begin == end; }
  /// Says whether every byte of `other` is in this range; a range contains itself.
  [[nodiscard]] constexpr bool contains(const ByteRange& other) const {
    return begin <= other.begin && other.end <= end;
  }
  /// Says whether the two ranges share at least one byte; touching ranges do not.
  [[nodiscard]] constexpr bool overlaps(const ByteRange& other) const {
    return begin < other.end && other.begin < end;
  }
  friend constexpr bool operator==(const ByteRange&, const ByteRange&) = default;
  friend constexpr auto operator<=>(const ByteRange&, const ByteRange&) = default;
};

}  // namespace patcher
