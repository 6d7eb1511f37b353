// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "patcher/locate/gap_cursor.hpp"

namespace patcher {
namespace {

// What the grammars take for a type wherever it stands.
constexpr auto kTypeWords = std::to_array<std::string_view>(
    {"bool",     "char",     "int",      "float",     "double",   "void",
     "unsigned", "signed",   "long",     "short",     "size_t",   "ssize_t",
     "int8_t",   "int16_t",  "int32_t",  "int64_t",   "uint8_t",  "uint16_t",
     "uint32_t", "uint64_t", "intptr_t", "uintptr_t", "char8_t",  "char16_t",
     "char32_t", "char64_t", "const",    "volatile",  "ptrdiff_t"});

bool is_type_word(std::string_view word) {
  return std::ranges::find(kTypeWords, word) != kTypeWords.end();
}

bool spans_lines(std::string_view text) { return text.find('\n') != std::string_view::npos; }

/// `bit_cast(int, x)`: a name is as good as a keyword, and may stand among arguments.
std::size_t type_argument(GapCursor& cursor) {
  const CodeTokens& tokens = cursor.tokens;
  if (!is_any(cursor.before(), {"(", ","}) || !is_type_word(cursor.word())) return cursor.at;
  std::size_t last = cursor.at;
  while (last < cursor.reach() && is_type_word(tokens.word(last + 1))) ++last;
  while (last < cursor.reach() && is_any(tokens.word(last + 1), {"*", "&", "const"})) ++last;
  const std::string_view next = tokens.word(last + 1);
  const bool is_alone = next == ")" && cursor.before() == "(";
  if (is_alone || !is_any(next, {",", ")"})) return cursor.at;
  const ByteRange range = tokens.span(cursor.at, last);
  if (spans_lines(tokens.text().substr(range.begin, range.size()))) return cursor.at;
  return cursor.rewrite(cursor.at, last, Filler::letter);
}

/// `return typename T::type{};` and `f(typename T::type{})`.
std::size_t typename_value(GapCursor& cursor) {
  const CodeTokens& tokens = cursor.tokens;
  std::size_t depth = 0;
  std::size_t i = cursor.at + 1;
  while (i < cursor.reach() &&
         (tokens.is_word(i) || is_any(tokens.word(i), {":", "<", ">", ",", "."}))) {
    const bool closes = tokens.word(i) == ">";
    if (depth == 0 && (closes || tokens.word(i) == ",")) return cursor.at;
    if (tokens.word(i) == "<") ++depth;
    if (closes) --depth;
    ++i;
  }
  const bool is_value =
      tokens.word(i) == "{" || (tokens.word(i) == "(" && cursor.before() == "return");
  return is_value ? cursor.rewrite(cursor.at, cursor.at, Filler::blank) : cursor.at;
}

/// `int (C::*f)()`: the class of a pointer to a member.
std::size_t member_pointer(GapCursor& cursor) {
  const CodeTokens& tokens = cursor.tokens;
  if (cursor.before() != "(") return cursor.at;
  std::size_t i = cursor.at;
  while (i < cursor.reach() && tokens.is_word(i) && tokens.word(i + 1) == ":" &&
         tokens.word(i + 2) == ":") {
    i += 3;
  }
  const bool is_pointer = i != cursor.at && tokens.word(i) == "*";
  return is_pointer ? cursor.rewrite(cursor.at, i - 1, Filler::blank) : cursor.at;
}

/// The index of the first of `words` from `begin` on, or one that is out of reach.
std::size_t find_any(const GapCursor& cursor, std::size_t begin,
                     std::initializer_list<std::string_view> words) {
  std::size_t i = begin;
  while (i < cursor.reach() && !is_any(cursor.tokens.word(i), words)) ++i;
  return i;
}

}  // namespace

// `kernel<T><<<grid, block, 0, stream>>>(arguments)`.
std::size_t launch_gap(GapCursor& cursor) {
  const CodeTokens& tokens = cursor.tokens;
  // `operator<<<T>` is a shift operator with template arguments.
  if (!tokens.is_run(cursor.at, '<', 3) || cursor.before() == "operator") return cursor.at;
  std::size_t last = cursor.at;
  for (std::size_t i = cursor.at + 3; i < cursor.reach(); ++i) {
    const bool ends = is_any(tokens.word(i), {";", ")", "]", "}"}) || tokens.is_run(i, '<', 3);
    if (ends) break;
    // `f<g<h<int>>>()` may stand among the arguments: the last one counts.
    if (tokens.is_run(i, '>', 3) && tokens.word(i + 3) == "(") last = i + 2;
    i = tokens.close_of(i);
  }
  return last == cursor.at ? last : cursor.rewrite(cursor.at, last, Filler::blank);
}

std::size_t type_gap(GapCursor& cursor) {
  if (!cursor.is_word()) return cursor.at;
  if (cursor.word() == "typename") return typename_value(cursor);
  if (cursor.word() == "_BitInt" && cursor.call_end() != cursor.at) {
    return cursor.rewrite(cursor.at, cursor.call_end(), Filler::letter);
  }
  if (cursor.word() == "extern" && cursor.word(1) == "template") {
    return cursor.rewrite(cursor.at, cursor.at, Filler::blank);
  }
  const std::size_t next = type_argument(cursor);
  return next == cursor.at ? member_pointer(cursor) : next;
}

std::size_t operator_gap(GapCursor& cursor) {
  const CodeTokens& tokens = cursor.tokens;
  const std::size_t at = cursor.at;
  // `N >= 2` in template arguments: the first half would end them.
  const bool is_at_least = cursor.word() == ">" && cursor.word(1) == "=" && tokens.is_joined(at);
  if (is_at_least && !is_any(cursor.before(), {">", "operator"})) {
    return cursor.rewrite(at, at, Filler::equals);
  }
  // `object->*member`, which becomes a difference.
  if (cursor.word() == "-" && cursor.word(1) == ">" && cursor.word(2) == "*") {
    return cursor.rewrite(at + 1, at + 2, Filler::blank);
  }
  if (cursor.word() != "operator" || cursor.word(1) != "(" || cursor.word(2) != ")") return at;
  // `x.operator()(y)` where it is called, `operator()<int>(...)` where it is specialised.
  if (is_any(cursor.before(), {".", ">", "template"})) {
    return cursor.rewrite(at, at + 2, Filler::letter);
  }
  if (cursor.word(3) != "<") return at;
  const std::size_t end = find_any(cursor, at + 3, {"(", ";", "{"});
  return tokens.word(end) == "(" ? cursor.rewrite(at + 3, end - 1, Filler::blank) : at;
}

std::size_t default_gap(GapCursor& cursor) {
  const CodeTokens& tokens = cursor.tokens;
  // `typename X<T>::type* = nullptr`, a parameter without a name.
  if (cursor.word() == "*" && cursor.word(1) == "=" && !tokens.is_joined(cursor.at)) {
    return cursor.rewrite(cursor.at, cursor.at, Filler::blank);
  }
  if (cursor.word() != "=" || cursor.word(1) != "{") return cursor.at;
  // `const T& x = {}` as a parameter.
  const std::size_t open = cursor.at + 1;
  const std::size_t close = tokens.close_of(open);
  if (close == open || !is_any(tokens.word(close + 1), {",", ")", ">"})) return cursor.at;
  const std::size_t next = cursor.rewrite(open, close, Filler::blank);
  cursor.found.all.push_back({tokens[open].range(), Filler::zero});
  return next;
}

// `[] -> int { ... }`.
std::size_t lambda_gap(GapCursor& cursor) {
  const CodeTokens& tokens = cursor.tokens;
  if (cursor.word() != "[" || is_any(cursor.before(), {")", "]"})) return cursor.at;
  if (cursor.at > 0 && tokens.is_word(cursor.at - 1) && cursor.before() != "return")
    return cursor.at;
  const std::size_t arrow = tokens.close_of(cursor.at) + 1;
  if (tokens.word(arrow) != "-" || tokens.word(arrow + 1) != ">") return cursor.at;
  const std::size_t end = find_any(cursor, arrow, {"(", ";", "{", ")"});
  return tokens.word(end) == "{" ? cursor.rewrite(arrow, end - 1, Filler::blank) : cursor.at;
}

}  // namespace patcher
