// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "patcher/locate/grammar_gaps.hpp"

namespace patcher {

/// A token of a text with what is around it, and what was found so far.
///
/// A rule looks at the token `at` and answers with the index of the token behind what it dealt
/// with, or with `at` when it does not apply.
struct GapCursor {
  const CodeTokens& tokens;
  const MacroNames& macros;
  Rewrites& found;
  std::size_t at = 0;
  std::size_t statement_end = 0;  ///< Behind the macro that was blanked as a statement last.

  [[nodiscard]] std::string_view word(std::size_t steps = 0) const {
    return tokens.word(at + steps);
  }
  [[nodiscard]] std::string_view before() const { return tokens.word_before(at); }
  [[nodiscard]] bool is_word(std::size_t steps = 0) const { return tokens.is_word(at + steps); }

  /// How far a rule looks, so that no text makes it look at everything again and again.
  [[nodiscard]] std::size_t reach() const {
    constexpr std::size_t kMostTokens = 100;
    return std::min(at + kMostTokens, tokens.size());
  }
  /// The last token of the call whose name stands here, or `at` when there is no call.
  [[nodiscard]] std::size_t call_end() const {
    const std::size_t close = word(1) == "(" ? tokens.close_of(at + 1) : at + 1;
    return close == at + 1 ? at : close;
  }

  /// Overwrites the tokens from `first` to `last`; the index behind them.
  std::size_t rewrite(std::size_t first, std::size_t last, Filler filler) {
    found.all.push_back({tokens.span(first, last), filler});
    return last + 1;
  }
  /// Blanks the tokens from here to `last` as part of a declaration; the index behind them.
  std::size_t blank_attribute(std::size_t last) {
    found.attributes.push_back(tokens.span(at, last));
    return rewrite(at, last, Filler::blank);
  }
};

[[nodiscard]] inline bool is_any(std::string_view word,
                                 std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Whether `word` has capital letters, digits and underscores only, two or more of them.
[[nodiscard]] bool is_upper_case(std::string_view word);

// Words in front of, inside and behind a declaration that say nothing about its structure.
[[nodiscard]] std::size_t attribute_gap(GapCursor& cursor);
[[nodiscard]] std::size_t specifier_macro_gap(GapCursor& cursor);
[[nodiscard]] std::size_t trailing_macro_gap(GapCursor& cursor);

// Macros that expand to more or less than an expression.
[[nodiscard]] std::size_t macro_statement_gap(GapCursor& cursor);
[[nodiscard]] std::size_t macro_argument_gap(GapCursor& cursor);

// Sound C++, CUDA and HIP for which the grammars have no rule.
[[nodiscard]] std::size_t launch_gap(GapCursor& cursor);
[[nodiscard]] std::size_t type_gap(GapCursor& cursor);
[[nodiscard]] std::size_t operator_gap(GapCursor& cursor);
[[nodiscard]] std::size_t default_gap(GapCursor& cursor);
[[nodiscard]] std::size_t lambda_gap(GapCursor& cursor);

}  // namespace patcher
