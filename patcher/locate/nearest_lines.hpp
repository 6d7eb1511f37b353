// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "patcher/locate/line_likeness.hpp"
#include "patcher/locate/line_pattern.hpp"

namespace patcher {

/// An expected line beside the found one, or one of the two alone.
struct ComparedLine {
  std::optional<std::string> expected;  ///< As it would have to be spelled at this place.
  std::optional<std::size_t> found;     ///< Index in the text, 0-based.
  LineDifference marks;                 ///< Where they differ; a line that is alone does in full.

  [[nodiscard]] bool differs() const {
    return !expected || !found || !marks.expected.empty() || !marks.found.empty();
  }
};

/// A place of a text that is like a pattern, line by line.
struct ComparedPlace {
  std::vector<ComparedLine> lines;  ///< Empty when there is no such place.
  double likeness = 0;              ///< From 0 (nothing alike) to 1 (the same but for indentation).
};

/// The place in `within` that is most like `pattern`, however little that is.
///
/// Of a very long pattern only the first 400 lines are compared.
[[nodiscard]] ComparedPlace nearest_lines(const LinePattern& pattern, const SourceText& text,
                                          ByteRange within);

/// For a pattern of one line: the shortest line in `within` that has its text as a mere part.
[[nodiscard]] ComparedPlace holding_line(const LinePattern& pattern, const SourceText& text,
                                         ByteRange within);

}  // namespace patcher
