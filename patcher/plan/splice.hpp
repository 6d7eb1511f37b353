// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/byte_range.hpp"

namespace patcher {

/// One replacement of bytes: `range` of the text before gives way to `text`.
struct Splice {
  ByteRange range;
  std::string text;

  [[nodiscard]] bool is_insertion() const { return range.empty(); }
  friend bool operator==(const Splice&, const Splice&) = default;
};

/// Splices of one text, ascending, none overlapping another; an insertion at a range's beginning
/// stands before it. All are in the bytes of the text before the first of them.
using Splices = std::vector<Splice>;

/// Puts `splices` in order: by beginning, insertions before the range that begins there.
void sort(Splices& splices);

/// `bytes` with `splices` done.
[[nodiscard]] std::string spliced(std::string_view bytes, const Splices& splices);

/// The splices that turn `spliced(bytes, splices)` back into `bytes`.
[[nodiscard]] Splices inverse_of(std::string_view bytes, const Splices& splices);

/// The ranges that the new texts of `splices` take in the text after.
[[nodiscard]] std::vector<ByteRange> new_ranges(const Splices& splices);

/// Where a range of the text before stands in the text after.
///
/// Text inserted right at an end of `range` does not become part of it. An end inside replaced
/// bytes moves to the beginning of what replaced them.
[[nodiscard]] ByteRange moved(ByteRange range, const Splices& splices);

/// Where `offset` of the text after came from: an offset of the text before; for bytes that are
/// new, the place where they were put.
[[nodiscard]] std::size_t origin_of(std::size_t offset, const Splices& splices);

}  // namespace patcher
