// SPDX-License-Identifier: MIT
#include <cstddef>
#include <string_view>

#include "patcher/locate/gap_cursor.hpp"

namespace patcher {
namespace {

/// Whether a call of `word` is taken for a macro's: upper case, or its first two parts are.
bool is_macro_like(std::string_view word) {
  if (is_upper_case(word)) return true;
  const std::size_t first = word.find('_');
  const std::size_t second = first == std::string_view::npos ? first : word.find('_', first + 1);
  return second != std::string_view::npos && first > 1 && is_upper_case(word.substr(0, second));
}

bool is_macro_call(const GapCursor& cursor) {
  if (!cursor.is_word() || cursor.call_end() == cursor.at) return false;
  return is_macro_like(cursor.word()) || cursor.macros.functions.contains(cursor.word());
}

/// Whether a statement or declaration begins at the cursor.
bool begins_statement(const GapCursor& cursor) {
  return cursor.at == 0 || cursor.at == cursor.statement_end ||
         is_any(cursor.before(), {";", "{", "}"});
}

/// Whether the cursor stands behind the colon of a label.
bool has_label(const GapCursor& cursor) {
  return cursor.before() == ":" && cursor.tokens.word_before(cursor.at - 1) != ":";
}

/// Whether the macro from the cursor to token `last` is a statement by itself.
bool is_statement(const GapCursor& cursor, std::size_t last) {
  const std::string_view next = cursor.tokens.word(last + 1);
  if (last == cursor.at) {
    // Without arguments it could be a type; what follows must not be what a type declares.
    const bool begins_next =
        is_any(next, {"}", "case", "default", "if", "for", "while", "return", "switch", "using"});
    const bool uses_next = cursor.is_word(1) && is_any(cursor.word(2), {".", "-", "}"});
    return begins_statement(cursor) && (begins_next || uses_next);
  }
  const bool goes_on =
      is_any(next, {"const", "noexcept", "override", "final", "try", "requires", "throw"});
  const bool is_followed = cursor.tokens.is_word(last + 1) && !goes_on;
  if (has_label(cursor)) return is_followed;
  return begins_statement(cursor) &&
         (is_followed || next == "}" || last + 1 == cursor.tokens.size());
}

/// Whether the parentheses at `open`, an argument of their own, hold parameters: `(int a, int b)`.
bool are_parameters(const CodeTokens& tokens, std::size_t open) {
  const std::size_t close = tokens.close_of(open);
  for (std::size_t i = open + 1; i < close; ++i) {
    const bool declares = tokens.is_word(i) && tokens.is_word(i + 1);
    if (declares && tokens.word(i) != "sizeof") return true;
    i = tokens.close_of(i);
  }
  return false;
}

/// Whether `;` stands right inside the braces at `open`.
bool are_statements(const CodeTokens& tokens, std::size_t open) {
  const std::size_t close = tokens.close_of(open);
  for (std::size_t i = open + 1; i < close; ++i) {
    if (tokens.word(i) == ";") return true;
    i = tokens.close_of(i);
  }
  return false;
}

}  // namespace

bool is_upper_case(std::string_view word) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  constexpr std::string_view kAllowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  return word.size() > 1 && word.find_first_of(kLetters) != std::string_view::npos &&
         word.find_first_not_of(kAllowed) == std::string_view::npos;
}

// `CASE(2) CASE(4) CASES default: break;`: what expands to whole statements has no `;`.
std::size_t macro_statement_gap(GapCursor& cursor) {
  const bool is_call = is_macro_call(cursor);
  if (!is_call && !(cursor.is_word() && is_upper_case(cursor.word()))) return cursor.at;
  const std::size_t last = cursor.call_end();
  if (!is_call && last != cursor.at) return cursor.at;
  if (!is_statement(cursor, last)) return cursor.at;
  cursor.statement_end = last + 1;
  return cursor.rewrite(cursor.at, last, Filler::blank);
}

// `DEFINE(f, (int a, int b), (a, b))`, `DISPATCH(type, launch(a); check(b);)`.
std::size_t macro_argument_gap(GapCursor& cursor) {
  if (!is_macro_call(cursor)) return cursor.at;
  const CodeTokens& tokens = cursor.tokens;
  const std::size_t close = cursor.call_end();
  bool in_lambda = false;
  for (std::size_t i = cursor.at + 2; i < close; ++i) {
    const std::string_view word = tokens.word(i);
    const bool begins = is_any(tokens.word(i - 1), {"(", ","});
    if (word == "[" || word == ",") in_lambda = word == "[";
    const bool is_code = word != ";" && !(word == "(" && begins && are_parameters(tokens, i)) &&
                         !(word == "{" && !in_lambda && are_statements(tokens, i));
    if (!is_code) return cursor.rewrite(cursor.at + 2, close - 1, Filler::blank) + 1;
    i = tokens.close_of(i);
  }
  return cursor.at;
}

}  // namespace patcher
