// SPDX-License-Identifier: MIT
#include <utility>

#include "patcher/locate/bash_outline.hpp"
#include "patcher/locate/c_outline.hpp"
#include "patcher/locate/definition_stack.hpp"
#include "patcher/locate/python_outline.hpp"
#include "patcher/locate/source_text.hpp"
#include "patcher/locate/syntax_tree.hpp"

namespace patcher {
namespace {

/// Only the errors of a tree, of which most trees have none.
Outline errors_of(std::string_view text, const SyntaxTree& tree) {
  DefinitionStack stack;
  walk(tree.root(), [&](TSNode node, std::size_t depth) {
    stack.enter(node, depth);
    return ts_node_has_error(node) ? Descend::into : Descend::past;
  });
  return std::move(stack).outline(text, {});
}

}  // namespace

Outline outline_of(std::string_view text, Language language, const KnownMacros& known) {
  if (language == Language::none) return {};
  if (is_c_family(language)) return c_outline_of(text, language, known);
  const SyntaxTree tree(text, language);
  if (!tree.has_tree()) return unread_outline(text, tree.why_unread());
  if (language == Language::python) return python_outline_of(text, tree);
  if (language == Language::bash) return bash_outline_of(text, tree);
  return errors_of(text, tree);
}

}  // namespace patcher
