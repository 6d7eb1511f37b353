// SPDX-License-Identifier: MIT
#include "patcher/locate/grammar_gaps.hpp"

#include <array>
#include <cstddef>

#include "patcher/locate/gap_cursor.hpp"

namespace patcher {

Rewrites grammar_gaps(const CodeTokens& tokens, const MacroNames& macros) {
  // The first that applies takes its tokens; the order matters where two could.
  constexpr std::array kRules{
      attribute_gap,      launch_gap, specifier_macro_gap, macro_statement_gap, macro_argument_gap,
      trailing_macro_gap, type_gap,   operator_gap,        default_gap,         lambda_gap};
  Rewrites found;
  GapCursor cursor{tokens, macros, found};
  while (cursor.at < tokens.size()) {
    std::size_t next = cursor.at;
    for (const auto rule : kRules) {
      next = rule(cursor);
      if (next != cursor.at) break;
    }
    cursor.at = next == cursor.at ? next + 1 : next;
  }
  return found;
}

}  // namespace patcher
