// SPDX-License-Identifier: MIT
#include "patcher/locate/source_tree.hpp"

#include "patcher/locate/c_parse_copy.hpp"

namespace patcher {
namespace {

/// The tree of what the grammar can read of `text`; in the C family that is a copy.
SyntaxTree parsed(const SourceText& text) {
  const bool is_copied = is_c_family(text.language()) && text.bytes().size() <= kMostParsedBytes;
  if (!is_copied) return {text.bytes(), text.language()};
  const ParseCopy copy = c_parse_copy_of(text.bytes(), text.language(), text.known());
  return {copy.text, text.language()};
}

}  // namespace

const SyntaxTree& syntax_tree_of(const SourceText& text) {
  return text.derived<SyntaxTree>("syntax tree", [&] { return parsed(text); });
}

}  // namespace patcher
