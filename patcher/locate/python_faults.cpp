// SPDX-License-Identifier: MIT
#include "patcher/locate/python_faults.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "patcher/locate/blanks.hpp"
#include "patcher/locate/syntax_tree.hpp"

namespace patcher {
namespace {

/// Named children of `node` that are no comments, in order.
std::vector<TSNode> statements_of(TSNode node) {
  std::vector<TSNode> statements;
  TSTreeCursor cursor = ts_tree_cursor_new(node);
  bool more = ts_tree_cursor_goto_first_child(&cursor);
  while (more) {
    const TSNode child = ts_tree_cursor_current_node(&cursor);
    const bool counts =
        ts_node_is_named(child) && std::string_view(ts_node_type(child)) != "comment";
    if (counts) statements.push_back(child);
    more = ts_tree_cursor_goto_next_sibling(&cursor);
  }
  ts_tree_cursor_delete(&cursor);
  return statements;
}

/// The indentation of a statement that begins its line; nothing for one after `:` or `;`.
std::optional<std::size_t> indentation_of(TSNode statement, const LineIndex& lines) {
  const std::size_t begin = range_of(statement).begin;
  const std::size_t line = lines.line_at(begin);
  const std::size_t line_begin = lines.content(line).begin;
  if (begin < line_begin) return std::nullopt;
  const std::string_view text = lines.text(line);
  const std::string_view before = text.substr(0, begin - line_begin);
  if (before.find_first_not_of(" \t\f") != std::string_view::npos) return std::nullopt;
  return python_indentation(text);
}

std::vector<ByteRange> uneven(const std::vector<TSNode>& statements, const LineIndex& lines,
                              std::optional<std::size_t> column) {
  std::vector<ByteRange> faults;
  for (const TSNode statement : statements) {
    const std::optional<std::size_t> own = indentation_of(statement, lines);
    if (!own) continue;
    if (!column) column = own;
    if (*own != *column) faults.push_back(range_of(statement));
  }
  return faults;
}

bool handles_something(TSNode statement) {
  constexpr std::array<std::string_view, 3> kHandlers{"except_clause", "except_group_clause",
                                                      "finally_clause"};
  const std::vector<TSNode> parts = statements_of(statement);
  return std::any_of(parts.begin(), parts.end(), [&](TSNode part) {
    return std::find(kHandlers.begin(), kHandlers.end(), ts_node_type(part)) != kHandlers.end();
  });
}

}  // namespace

std::size_t python_indentation(std::string_view line) {
  std::size_t column = 0;
  for (const char c : line) {
    if (c == ' ') {
      ++column;
    } else if (c == '\t') {
      column = (column / 8 + 1) * 8;
    } else if (c == '\f') {
      column = 0;
    } else {
      break;
    }
  }
  return column;
}

std::vector<ByteRange> forgiven_faults(TSNode node, const LineIndex& lines) {
  const std::string_view kind = ts_node_type(node);
  if (kind == "print_statement" || kind == "exec_statement") return {range_of(node)};
  if (kind == "try_statement" && !handles_something(node)) return {range_of(node)};
  if (kind == "module") return uneven(statements_of(node), lines, 0);
  if (kind != "block") return {};
  const std::vector<TSNode> statements = statements_of(node);
  if (statements.empty()) return {range_of(node)};
  return uneven(statements, lines, std::nullopt);
}

}  // namespace patcher
