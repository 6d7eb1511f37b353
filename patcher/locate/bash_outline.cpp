// SPDX-License-Identifier: MIT
#include "patcher/locate/bash_outline.hpp"

#include <string>
#include <utility>

#include "patcher/locate/definition_stack.hpp"

namespace patcher {
namespace {

/// Whether `rest`, a part of a line, is more than blanks, a `;` and a comment.
bool is_code(std::string_view rest) {
  const std::size_t first = rest.find_first_not_of(" \t\r;");
  return first != std::string_view::npos && rest[first] != '#';
}

}  // namespace

Outline bash_outline_of(std::string_view text, const SyntaxTree& tree) {
  DefinitionStack stack;
  const LineIndex lines(text);
  walk(tree.root(), [&](TSNode node, std::size_t depth) {
    stack.enter(node, depth);
    if (std::string_view(ts_node_type(node)) != "function_definition") return Descend::into;
    const TSNode name = ts_node_child_by_field_name(node, "name", 4);
    if (ts_node_is_null(name) || range_of(name).empty()) return Descend::into;
    const ByteRange spelled = range_of(name);
    const Definition* around = stack.innermost();
    std::string path = around == nullptr ? "" : around->path + ".";
    path += text.substr(spelled.begin, spelled.size());
    const Trust trust = stack.in_error() ? Trust::last_name_only : Trust::whole_path;
    Definition definition{std::move(path), with_lines(range_of(node), lines, is_code), 0, trust};
    const TSNode body = ts_node_child_by_field_name(node, "body", 4);
    definition.body_begin = range_of(ts_node_is_null(body) ? node : body).begin;
    stack.open(std::move(definition), depth);
    return Descend::into;
  });
  Outline outline = std::move(stack).outline(text, {});
  // Where the grammar stumbles inside a function, the brace that it takes for the end may be
  // another.
  for (Definition& definition : outline.definitions) {
    if (definition.syntax_errors > 0) definition.trust = Trust::last_name_only;
  }
  return outline;
}

}  // namespace patcher
