// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/locate/line_pattern.hpp"
#include "patcher/locate/source_text.hpp"

namespace patcher {

/// Lines of a text as a patch spells it, ready to be found or put on any indentation.
struct SpelledLines {
  std::vector<PatternLine> lines;
  std::string dropped;  ///< The indentation that the text was spelled on.
};

/// The lines of `text`, their common indentation left out. A `#` directive at column 0 of C and its
/// kin pins them all to column 0; `shift` is added to the base of the others.
[[nodiscard]] SpelledLines block_lines(const std::string& text, int shift, Language language);

/// The same for text that begins within a line: its later lines keep their indentation relative to
/// the first.
[[nodiscard]] SpelledLines continued_lines(const std::string& text, Language language);

}  // namespace patcher
