// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "patcher/core/line_index.hpp"
#include "patcher/locate/line_pattern.hpp"
#include "patcher/locate/source_text.hpp"
#include "patcher/plan/splice.hpp"

namespace patcher {

/// Why new text cannot stand at a place.
enum class Unfit {
  mixes_tabs_and_spaces,  ///< Spaces would stand on a base of tabs, or the other way round.
  cannot_shift,           ///< `reindent` takes more than the base has.
  changes_literal,        ///< An indentation would become part of a string over several lines.
  begins_within_line,     ///< Whole lines are to go before a place that does not begin its line.
  continues_line,         ///< The line above goes on into the place's first line.
  breaks_line,            ///< Whole lines are to go into one that goes on, and do not themselves.
  ends_within_line,       ///< Whole lines are to go behind a place that does not end its line.
};

/// The ending for new text beside line `index` (0-based): its own, or that of the nearest line
/// above when it is a last line without one, or `\n` where no line has any.
[[nodiscard]] std::string_view ending_near(const LineIndex& lines, std::size_t index);

/// `bytes` with each `\n` spelled as line `index` ends.
[[nodiscard]] std::string with_endings(std::string_view bytes, const LineIndex& lines,
                                       std::size_t index);

/// New lines with the endings of the lines that they stand next to.
struct Placement {
  std::vector<PatternLine> lines;
  std::size_t first_neighbour = 0;  ///< Line whose ending the first new line takes.
  std::size_t last_neighbour = 0;   ///< Line whose ending the last new line takes.
};

/// `line` as it stands at a place of indentation `base`, without its ending.
[[nodiscard]] std::variant<std::string, Unfit> placed_line(const PatternLine& line,
                                                           const std::string& base);

/// The bytes of `placement` at a place of indentation `base`; every line has its ending.
[[nodiscard]] std::variant<std::string, Unfit> text_of(const Placement& placement,
                                                       const std::string& base,
                                                       const LineIndex& lines);

/// Lets the text of `splice`, whose lines all end in `ending`, stand where the file's last line has
/// no ending: the ending moves from the new last line to the line before the new text.
void hand_over_missing_ending(Splice& splice, std::string_view ending);

}  // namespace patcher
