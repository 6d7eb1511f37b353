// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/locate/line_pattern.hpp"
#include "patcher/locate/source_text.hpp"
#include "patcher/plan/spot.hpp"

namespace patcher {

enum class Side { before, after };

/// A line beside which whole new lines are put.
struct Neighbour {
  std::size_t line = 0;  ///< 0-based.
  Side side = Side::after;
  std::string base = {};  ///< The indentation that the new lines get.
};

/// The splice that puts `fresh` beside `neighbour`, each line ending as that one does.
[[nodiscard]] Change inserted_beside(const std::vector<PatternLine>& fresh,
                                     const Neighbour& neighbour, const SourceText& text);

/// The splice that takes the lines `fresh` away again where they stand beside `neighbour`, inside
/// `within`; nothing where they do not.
[[nodiscard]] std::optional<Splice> standing_beside(const std::vector<PatternLine>& fresh,
                                                    const Neighbour& neighbour,
                                                    const SourceText& text, ByteRange within);

/// The splice that puts `fresh`, on the indentation `base`, in the place of the whole lines in
/// `range`. Each takes the ending of the line that it stands for; a last line without one stays so.
[[nodiscard]] Change replaced_lines(const std::vector<PatternLine>& fresh, ByteRange range,
                                    const std::string& base, const SourceText& text);

/// The splice that takes lines `first` to `last` (0-based) away. Where they end the file without a
/// line end, the line before them loses its own.
[[nodiscard]] Splice removed_lines(std::size_t first, std::size_t last, const SourceText& text);

}  // namespace patcher
