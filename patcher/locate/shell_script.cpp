// SPDX-License-Identifier: MIT
#include "patcher/locate/shell_script.hpp"

#include <tree_sitter/api.h>

#include <string>

#include "patcher/locate/shell_reader.hpp"
#include "patcher/locate/syntax_tree.hpp"

namespace patcher {
namespace {

using Kind = ShellNode::Kind;

std::vector<ByteRange> errors_of(TSNode root) {
  std::vector<ByteRange> errors;
  if (!ts_node_has_error(root)) return errors;
  walk(root, [&](TSNode node, std::size_t) {
    if (!ts_node_has_error(node)) return Descend::past;
    if (!ts_node_is_error(node) && !ts_node_is_missing(node)) return Descend::into;
    errors.push_back(range_of(node));
    return Descend::past;
  });
  if (errors.empty()) errors.push_back(range_of(root));
  return errors;
}

}  // namespace

ShellScript read_shell(std::string_view text) {
  const std::string readable = with_utf8_only(text);
  const SyntaxTree tree(readable, Language::bash);
  if (!tree.has_tree()) return {{Kind::sequence, {0, text.size()}}, {}, tree.why_unread()};
  ShellReader reader(readable);
  return {reader.sequence(tree.root(), 0), errors_of(tree.root()), ""};
}

}  // namespace patcher
