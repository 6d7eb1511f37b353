// SPDX-License-Identifier: MIT
#pragma once

#include <tree_sitter/api.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "patcher/core/byte_range.hpp"
#include "patcher/locate/source_text.hpp"

namespace patcher {

/// `text` with each byte that is not part of well-formed UTF-8 replaced by `_`; same length.
///
/// A grammar takes such a byte for an error even in a comment; a letter keeps the outline whole.
[[nodiscard]] std::string with_utf8_only(std::string_view text);

/// The longest text that is parsed, in bytes.
inline constexpr std::size_t kMostParsedBytes = std::size_t{4} << 20U;
/// The most steps that a parser may take: some ten seconds and a gigabyte for the worst of texts,
/// three times what the largest source of a real tree needs.
inline constexpr std::size_t kMostParserSteps = 1'500'000;

/// A parsed text; frees its tree with itself.
class SyntaxTree {
 public:
  /// Parses `text`; offsets of nodes are bytes of `text`. Without a tree when there is no grammar
  /// for `language`, its ABI does not fit, or one of the limits is met.
  SyntaxTree(std::string_view text, Language language);

  [[nodiscard]] bool has_tree() const { return tree_ != nullptr; }
  /// Why there is no tree, for a message; empty when there is one.
  [[nodiscard]] const std::string& why_unread() const { return why_unread_; }
  /// The root node. Requires `has_tree()`.
  [[nodiscard]] TSNode root() const { return ts_tree_root_node(tree_.get()); }

 private:
  struct Release {
    void operator()(TSParser* parser) const { ts_parser_delete(parser); }
    void operator()(TSTree* tree) const { ts_tree_delete(tree); }
  };
  void parse(TSParser* parser, std::string_view text);

  std::unique_ptr<TSTree, Release> tree_;
  std::string why_unread_;
};

/// Whether a walk goes on with the children of a node.
enum class Descend { into, past };

/// The bytes of `node`; empty for a missing node.
[[nodiscard]] inline ByteRange range_of(TSNode node) {
  return {ts_node_start_byte(node), ts_node_end_byte(node)};
}

/// Calls `visit(node, depth)`, which returns a `Descend`, for every node below and at `root`,
/// parents first, in the order of the text; the root's depth is 0.
///
/// Uses no stack per level, so that no text is nested too deeply.
template <class Visit>
void walk(TSNode root, Visit visit) {
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  std::size_t depth = 0;
  bool more = true;
  while (more) {
    const Descend descend = visit(ts_tree_cursor_current_node(&cursor), depth);
    if (descend == Descend::into && ts_tree_cursor_goto_first_child(&cursor)) {
      ++depth;
      continue;
    }
    more = ts_tree_cursor_goto_next_sibling(&cursor);
    while (!more && ts_tree_cursor_goto_parent(&cursor)) {
      --depth;
      more = ts_tree_cursor_goto_next_sibling(&cursor);
    }
  }
  ts_tree_cursor_delete(&cursor);
}

}  // namespace patcher
