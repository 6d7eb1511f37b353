// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "patcher/core/byte_range.hpp"

namespace patcher {

/// What a token of C, C++, CUDA or HIP source is.
enum class TokenKind : std::uint8_t {
  word,       ///< An identifier or keyword.
  number,     ///< With its suffix and digit separators.
  literal,    ///< A string or character, raw ones and prefixes included.
  mark,       ///< One byte of punctuation, or a byte that no token begins with.
  directive,  ///< A `#` line with all its continuation lines, without the last line's ending.
};

/// One token; offsets are bytes from the start of the text, below 4 GiB.
struct Token {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  TokenKind kind = TokenKind::mark;

  [[nodiscard]] ByteRange range() const { return {begin, end}; }
};

using Tokens = std::vector<Token>;

/// The tokens of `text` in order, comments and blanks left out.
///
/// Nothing is preprocessed: tokens of branches that a compiler would skip are there too. A
/// backslash before a line's ending (blanks between them included) continues a line. An
/// unterminated literal ends with its line, an unterminated comment or raw string with the text.
/// Requires a text below 4 GiB. Source: ISO C++20, 5.2 to 5.4 [lex].
[[nodiscard]] Tokens tokens_of(std::string_view text);

/// The end of the continuation that begins with the backslash at `at`: the offset behind its line's
/// ending, or `at` when the backslash does not end its line.
[[nodiscard]] std::size_t continuation_end(std::string_view text, std::size_t at);

/// Whether `c` can be part of a word of C: a word byte, or the `$` that compilers allow.
[[nodiscard]] bool is_c_word_byte(char c);

}  // namespace patcher
