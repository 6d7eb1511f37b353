// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/diagnostic.hpp"
#include "patcher/locate/source_text.hpp"

namespace patcher {

/// "3 lines", "1 line".
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun);

/// A line of `text` (0-based index) as it is shown, with `marks` underlined.
[[nodiscard]] ExcerptLine excerpt_of(const SourceText& text, std::size_t line,
                                     std::vector<ByteRange> marks = {});

/// A line that is in no file as it is shown, with `marks` underlined.
[[nodiscard]] ExcerptLine expected_excerpt(std::string text, std::vector<ByteRange> marks);

/// A note on the bytes at `offset` of `text`, which stands in `file`; it names their definition.
[[nodiscard]] Note note_at(const SourceText& text, std::size_t offset, const std::string& file);

/// What stands whole, but outside of where it was looked for.
struct Outside {
  std::string_view what;                ///< "the same lines stand".
  std::vector<std::size_t> beginnings;  ///< Offsets of each place's first byte.
};

/// Appends a note for each place of `outside`, the first few.
void append_outside(std::vector<Note>& notes, const Outside& outside, const SourceText& text,
                    const std::string& file);

/// What alone two texts differ in: "the case of letters", "quotes", or nothing of that kind. They
/// differ.
[[nodiscard]] std::string_view mere_difference(std::string_view expected, std::string_view found);

/// What kind of difference one line has, as a clause: "only its blanks differ: ...".
///
/// `number` is the found line's, 1-based. The lines differ.
[[nodiscard]] std::string difference_kind(std::string_view expected, std::string_view found,
                                          std::uint32_t number);

}  // namespace patcher
