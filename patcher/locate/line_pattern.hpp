// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/locate/source_text.hpp"

namespace patcher {

/// Text as separate lines with their common indentation dropped.
struct Block {
  std::vector<std::string> lines;  ///< Relative indentation kept; a blank line is empty.
  std::string dropped;             ///< The common indentation that was dropped.

  friend bool operator==(const Block&, const Block&) = default;
};

/// Splits `text` at `\n` and drops the longest prefix of blanks that all its non-blank lines share.
///
/// A line of nothing but blanks becomes an empty line. `text` has no final newline: "a\n" is two
/// lines, `a` and an empty one. Example: "  a\n\n    b" gives {"a", "", "  b"}, dropped "  ".
[[nodiscard]] Block dedented(std::string_view text);

/// Whether a line stands on the indentation of its place.
enum class Base {
  shared,  ///< On the one base that all such lines of a pattern share.
  none     ///< At column 0 whatever the place, as a preprocessor directive does.
};

/// One line to match: blanks of the place's base, shifted, then exactly `text`.
struct PatternLine {
  std::string text;  ///< With its relative indentation; empty matches only an empty line.
  int shift = 0;     ///< Columns added to (or taken from) the base's end on this line.
  Base base = Base::shared;
};

/// Adjacent whole lines that share one base indentation.
struct LinePattern {
  std::vector<PatternLine> lines;
  std::optional<std::size_t> base;  ///< Pinned length of the base in bytes; any if absent.
};

/// One place where a pattern's lines stand.
struct LineMatch {
  std::size_t first_line = 0;  ///< 0-based.
  std::string base;            ///< The indentation found on its non-blank lines, unshifted.
  ByteRange range;             ///< Whole lines with the last one's ending.
};

/// Moves `base` by `shift` columns: spaces are added at its end, or taken from it.
///
/// Nothing when there are too few trailing spaces to take, or when spaces would stand on tabs.
[[nodiscard]] std::optional<std::string> shifted(std::string_view base, int shift);

/// Finds every place in `within` where `pattern` stands, in ascending order; overlapping places
/// count.
///
/// A place is whole lines that lie in `within` entirely. Line endings are not compared; a lone
/// `\r` is content. A line of the pattern with text matches a line that is blanks (the base,
/// shifted) followed by exactly that text; one identical base serves all of them, and is empty
/// where no line stands on it. A pattern without any text matches nothing.
[[nodiscard]] std::vector<LineMatch> find_lines(const LinePattern& pattern, const SourceText& text,
                                                ByteRange within);

/// Finds every place of `needle` in `within`, ascending, overlapping places included.
///
/// A `\n` in `needle` matches `\n` and `\r\n`; all else is compared byte by byte.
[[nodiscard]] std::vector<ByteRange> find_bytes(std::string_view needle, const SourceText& text,
                                                ByteRange within);

}  // namespace patcher
