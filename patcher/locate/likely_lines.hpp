// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "patcher/locate/source_text.hpp"

namespace patcher {

/// Some adjacent lines of a text: indices, 0-based and half-open.
struct LineSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The lines of `text` that lie in `within` entirely, endings included.
[[nodiscard]] LineSpan lines_within(const SourceText& text, ByteRange within);

/// Lines of `span` at which text like `expected` may begin: a few, the likeliest first.
///
/// A coarse filter that reads the span once; blanks do not count. Judge the places yourself.
[[nodiscard]] std::vector<std::size_t> likely_starts(const std::vector<std::string_view>& expected,
                                                     const SourceText& text, LineSpan span);

/// Lines of `span` that may hold text like `part`: a few, the likeliest first.
[[nodiscard]] std::vector<std::size_t> likely_holders(std::string_view part, const SourceText& text,
                                                      LineSpan span);

}  // namespace patcher
