// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "patcher/locate/tokens.hpp"

namespace patcher {

// What the lexers share. Offsets are bytes of `text`, 0-based; ends are exclusive.

/// Says whether `byte` may stand in a word: a letter, a digit, `_`, or no ASCII.
[[nodiscard]] bool is_word_byte(char byte);
[[nodiscard]] bool is_digit(char byte);
/// Says whether `text` has a line end at `at`, `\n` or `\r\n`; its size is 0 where there is none.
[[nodiscard]] std::size_t line_end_at(std::string_view text, std::size_t at);
/// Says whether a `\r` stands in `text` without a `\n` behind it.
[[nodiscard]] bool has_lone_return(std::string_view text);
/// The end of the word at `at`; `at` itself where there is none.
[[nodiscard]] std::size_t end_of_word(std::string_view text, std::size_t at);
/// The end of the line at `at`, its line end left out.
[[nodiscard]] std::size_t end_of_line(std::string_view text, std::size_t at);
/// The end of the literal whose quote stands at `at`, with its closing quote. A backslash takes the
/// byte behind it along; a line end without one ends the literal.
[[nodiscard]] std::size_t end_of_quoted(std::string_view text, std::size_t at);
/// The end of the longest of `operators` at `at`, which are sorted by size, longest first; one byte
/// where none of them stands.
[[nodiscard]] std::size_t end_of_operator(std::string_view text, std::size_t at,
                                          std::span<const std::string_view> operators);

/// Collects the tokens of a text, with what stood before each.
class TokenWriter {
 public:
  void saw_gap() { after_gap_ = true; }
  void saw_line() { after_gap_ = begins_line_ = true; }
  /// Adds a token; the reference is good until the next one.
  SourceToken& add(ByteRange range);
  [[nodiscard]] const std::vector<SourceToken>& tokens() const { return tokens_; }
  [[nodiscard]] std::vector<SourceToken> take() && { return std::move(tokens_); }

 private:
  std::vector<SourceToken> tokens_;
  bool after_gap_ = false;
  bool begins_line_ = true;
};

/// What a `#` at the beginning of a line is: a token, or a directive of the preprocessor.
enum class HashLine { plain, directive };

/// The tokens of C, C++, CUDA and HIP, and of JSON, which has no others.
[[nodiscard]] std::vector<SourceToken> lex_c(std::string_view text, HashLine hash_line);
[[nodiscard]] std::vector<SourceToken> lex_python(std::string_view text);
[[nodiscard]] std::vector<SourceToken> lex_toml(std::string_view text);
/// The tokens that the grammar of `language` has for leaves, each literal being one.
[[nodiscard]] std::vector<SourceToken> lex_by_grammar(std::string_view text, Language language);

/// Says whether a quote may follow the Python string prefix `word` (`rb`, `F`).
[[nodiscard]] bool is_python_prefix(std::string_view word);
/// The end of the Python string with `prefix` whose quote stands at `at`. In an f-string what
/// stands in braces may hold the same quotes (Python 3.12).
[[nodiscard]] std::size_t end_of_python_string(std::string_view text, std::size_t at,
                                               std::string_view prefix);

}  // namespace patcher
