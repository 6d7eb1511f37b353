// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/locate/directives.hpp"
#include "patcher/locate/macro_knowledge.hpp"

namespace patcher {

/// A text of the C family made ready for a grammar.
///
/// Directives, branches that are left out, and what the grammars cannot read (`grammar_gaps`) are
/// overwritten, mostly by spaces; line endings stay, so that every offset means the same as in the
/// source. Comments and literals stay as they are.
struct ParseCopy {
  std::string text;                   ///< As long as the source, line for line.
  Directives directives;              ///< What was read of its `#` lines.
  std::vector<ByteRange> attributes;  ///< Overwritten words that belong to a declaration, in order.
  std::vector<ByteRange> braces;  ///< Pairs of `{` and `}` that are read, both included, in order.
  std::vector<ByteRange> unpaired;  ///< Brackets without a partner, in order.
};

/// The copy of `text`, with `knowledge` at its beginning. Requires a text below 4 GiB.
[[nodiscard]] ParseCopy parse_copy_of(std::string_view text, MacroKnowledge knowledge);

}  // namespace patcher
