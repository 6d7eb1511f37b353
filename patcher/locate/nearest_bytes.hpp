// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "patcher/core/byte_range.hpp"
#include "patcher/locate/source_text.hpp"

namespace patcher {

/// A part of one line.
struct LinePart {
  std::size_t line = 0;      ///< 0-based.
  ByteRange range;           ///< Bytes of the line's content.
  std::size_t distance = 0;  ///< Bytes to insert, delete or change to make it the one looked for.
};

/// The part of a line in `within` that is least distant from `part`; nothing when every distance
/// is more than half of its size. Of equally near parts the first, and of those the longest.
///
/// Source: P. H. Sellers, "The theory and computation of evolutionary distances", 1980.
[[nodiscard]] std::optional<LinePart> nearest_bytes(std::string_view part, const SourceText& text,
                                                    ByteRange within);

}  // namespace patcher
