// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/diagnostic.hpp"
#include "patcher/locate/line_pattern.hpp"
#include "patcher/locate/source_text.hpp"

namespace patcher {

/// Why an anchor fits nowhere in `within`: notes ready for a diagnostic.
///
/// The first note shows the nearest text, with the bytes that differ marked and its definition
/// named, and says what kind of difference it is: blanks only (tabs, trailing blanks, relative
/// or pinned indentation), layout and comments alone, one part of a line, or several lines. Further
/// notes name whole places that do fit outside `within` ("the same lines stand outside the scope,
/// in X"). Notes carry `file` as their place. Empty when nothing resembles the anchor.
[[nodiscard]] std::vector<Note> near_misses(const LinePattern& pattern, const SourceText& text,
                                            ByteRange within, const std::string& file);

/// The nearest text alone, for an anchor that is bytes within one line.
[[nodiscard]] std::vector<Note> nearest_text(std::string_view needle, const SourceText& text,
                                             ByteRange within, const std::string& file);

/// All notes for an anchor that is bytes within one line.
[[nodiscard]] std::vector<Note> near_misses(std::string_view needle, const SourceText& text,
                                            ByteRange within, const std::string& file);

}  // namespace patcher
