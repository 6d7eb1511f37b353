// SPDX-License-Identifier: MIT
#pragma once

#include <tree_sitter/api.h>

#include <string_view>
#include <vector>

#include "patcher/locate/shell_script.hpp"
#include "patcher/locate/shell_word.hpp"

namespace patcher {

/// Makes statements of the grammar's nodes.
///
/// Where the grammar lets `&&` bind tighter than `|`, or `!` tighter, the shell's own order is put
/// back: a `|` binds tighter than `&&`, and `!` is for the whole pipeline.
class ShellReader {
 public:
  explicit ShellReader(std::string_view text)
      : words_(text, [this](TSNode node) { return sequence(node, 1); }) {}

  /// The statements among the children of `node` from the child `first` on.
  [[nodiscard]] ShellNode sequence(TSNode node, std::size_t first);

 private:
  void add_to(ShellNode& all, TSNode child);
  [[nodiscard]] ShellNode statement(TSNode node);
  [[nodiscard]] ShellNode wrapped(TSNode node, ShellNode::Kind kind);
  [[nodiscard]] ShellNode command(TSNode node);
  void add_part(ShellNode& result, TSNode child);
  [[nodiscard]] ShellNode::Assignment assignment(TSNode node);
  [[nodiscard]] ShellNode assignments(TSNode node);
  void add_redirect(ShellNode& result, TSNode node);
  [[nodiscard]] static TSNode body_of_heredoc(TSNode node);
  [[nodiscard]] ShellNode redirected(TSNode node);
  [[nodiscard]] ShellNode with_rest(ShellNode first, TSNode redirect);
  [[nodiscard]] static ShellNode joined(ShellNode left, TSNode sign, ShellNode right);
  [[nodiscard]] ShellNode list(TSNode node);
  [[nodiscard]] ShellNode pipeline(TSNode node);
  [[nodiscard]] ShellNode negated(TSNode node);
  [[nodiscard]] ShellNode test(TSNode node);
  [[nodiscard]] ShellNode branch(TSNode node);
  void add_branches(ShellNode& result, TSNode node);
  [[nodiscard]] ShellNode body_of(TSNode node);
  [[nodiscard]] ShellNode loop(TSNode node);
  [[nodiscard]] ShellNode loop_over(TSNode node);
  [[nodiscard]] ShellNode choice(TSNode node);
  [[nodiscard]] ShellNode function(TSNode node);
  [[nodiscard]] static ShellNode piped(ShellNode first, ShellNode rest);

  ShellWords words_;
};

/// The children of `node`, those without a name among them.
[[nodiscard]] std::vector<TSNode> children_of(TSNode node);

}  // namespace patcher
