// SPDX-License-Identifier: MIT
#pragma once

#include <tree_sitter/api.h>

#include <functional>
#include <string_view>
#include <vector>

#include "patcher/locate/shell_script.hpp"

namespace patcher {

/// Makes a statement of the grammar's node for one.
using ShellStatements = std::function<ShellNode(TSNode)>;

/// Reads words out of the grammar's nodes of `text`.
class ShellWords {
 public:
  ShellWords(std::string_view text, ShellStatements statements)
      : text_(text), statements_(std::move(statements)) {}

  [[nodiscard]] ShellWord word(TSNode node) const;
  /// The words of a test's expression, operators among them, in the text's order.
  void add_test_words(TSNode node, std::vector<ShellWord>& words) const;
  [[nodiscard]] std::string_view text_of(TSNode node) const;

 private:
  [[nodiscard]] ByteRange bytes_of(TSNode node) const;
  void add_pieces(TSNode node, ShellWord& word) const;
  void add_string(TSNode node, ShellWord& word) const;
  void add_expansion(TSNode node, ShellWord& word) const;
  void add_commands(TSNode node, ShellWord& word) const;

  std::string_view text_;
  ShellStatements statements_;
};

}  // namespace patcher
