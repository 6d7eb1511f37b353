// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "patcher/locate/gap_cursor.hpp"

namespace patcher {
namespace {

// Words that say where code runs or data lies, and nothing about its structure.
constexpr auto kPlainAttributes = std::to_array<std::string_view>(
    {"__global__", "__device__", "__host__", "__shared__", "__constant__", "__managed__",
     "__forceinline__", "__noinline__", "__inline__", "__inline", "__restrict__", "__restrict",
     "__grid_constant__", "__extension__", "__volatile__", "__cdecl", "__stdcall", "__fastcall"});
// The same with arguments.
constexpr auto kCallAttributes = std::to_array<std::string_view>(
    {"__launch_bounds__", "__attribute__", "__attribute", "__align__", "__declspec", "alignas",
     "_Alignas", "__cluster_dims__", "__maxnreg__"});

template <std::size_t kSize>
bool is_one_of(std::string_view word, const std::array<std::string_view, kSize>& list) {
  return std::ranges::find(list, word) != list.end();
}

/// Whether a type, and a name behind it, can begin at token `index`.
bool is_type_start(const CodeTokens& tokens, std::size_t index) {
  if (!tokens.is_word(index)) return false;
  if (is_any(tokens.word(index), {"decltype", "typename", "auto"})) return true;
  const std::string_view next = tokens.word(index + 1);
  const bool is_scope = next == ":" && tokens.word(index + 2) == ":";
  return tokens.is_word(index + 1) || is_scope || is_any(next, {"*", "&", "<"});
}

/// Whether a constructor follows, which has no type; what it initialises tells it from a call.
bool is_constructor(const GapCursor& cursor) {
  const std::size_t open = cursor.at + 2;
  const std::size_t close = cursor.word(2) == "(" ? cursor.tokens.close_of(open) : open;
  return close != open && cursor.tokens.word(close + 1) == ":";
}

}  // namespace

std::size_t attribute_gap(GapCursor& cursor) {
  const std::string_view word = cursor.word();
  if (cursor.tokens.is_run(cursor.at, '[', 2)) {
    const std::size_t close = cursor.tokens.close_of(cursor.at);
    return close == cursor.at ? close : cursor.blank_attribute(close);
  }
  if (!cursor.is_word()) return cursor.at;
  const bool is_plain =
      is_one_of(word, kPlainAttributes) || cursor.macros.attributes.contains(word);
  if (is_plain) return cursor.blank_attribute(cursor.at);
  const bool takes_arguments = is_one_of(word, kCallAttributes) && cursor.call_end() != cursor.at;
  return takes_arguments ? cursor.blank_attribute(cursor.call_end()) : cursor.at;
}

// `API void f()`, `struct API S`, `explicit API S(int)`, `API S(int) : a(1) {}`.
std::size_t specifier_macro_gap(GapCursor& cursor) {
  const std::string_view word = cursor.word();
  if (!cursor.is_word() || !cursor.is_word(1)) return cursor.at;
  if (!is_upper_case(word) && !word.starts_with("__")) return cursor.at;
  if (is_any(cursor.before(), {".", "goto", "case", "enum"})) return cursor.at;
  if (cursor.before() == "explicit") return cursor.blank_attribute(cursor.at);
  if (is_any(cursor.before(), {"class", "struct", "union"})) {
    // `struct NAME f()` is a function that returns a NAME.
    const bool declares = is_any(cursor.word(2), {"{", ":", "<", ";", "final"});
    const bool is_name = cursor.word(1) == "final" || !declares;
    return is_name ? cursor.at : cursor.blank_attribute(cursor.at);
  }
  std::size_t type = cursor.at + 1;
  while (type < cursor.reach() && is_any(cursor.tokens.word(type), {"const", "volatile"})) ++type;
  const bool is_specifier = is_type_start(cursor.tokens, type) || is_constructor(cursor);
  return is_specifier ? cursor.blank_attribute(cursor.at) : cursor.at;
}

// `void f() const API {`.
std::size_t trailing_macro_gap(GapCursor& cursor) {
  if (!cursor.is_word() || !is_upper_case(cursor.word())) return cursor.at;
  const bool closes = cursor.before() == ")" && is_any(cursor.word(1), {"{", ":"});
  const bool qualifies = cursor.before() == "const" && is_any(cursor.word(1), {"{", ";"});
  return closes || qualifies ? cursor.rewrite(cursor.at, cursor.at, Filler::blank) : cursor.at;
}

bool is_attribute_body(std::string_view body, const MacroNames& macros) {
  const CodeTokens tokens(body, tokens_of(body), {});
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view word = tokens.word(i);
    if (is_one_of(word, kCallAttributes) && tokens.close_of(i + 1) != i + 1) {
      i = tokens.close_of(i + 1);
    } else if (!is_one_of(word, kPlainAttributes) && !macros.attributes.contains(word) &&
               !is_any(word, {"inline", "static", "constexpr"})) {
      return false;
    }
  }
  return true;
}

}  // namespace patcher
