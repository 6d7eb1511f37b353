// SPDX-License-Identifier: MIT
#include "patcher/locate/shell_reader.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "patcher/locate/syntax_tree.hpp"

namespace patcher {
namespace {

using Kind = ShellNode::Kind;

std::string_view type_of(TSNode node) { return ts_node_type(node); }

}  // namespace

std::vector<TSNode> children_of(TSNode node) {
  std::vector<TSNode> children;
  const std::uint32_t count = ts_node_child_count(node);
  for (std::uint32_t i = 0; i < count; ++i) children.push_back(ts_node_child(node, i));
  return children;
}

/// The statements among the children of `node` from the child `first` on.
ShellNode ShellReader::sequence(TSNode node, std::size_t first) {
  std::vector<TSNode> children = children_of(node);
  children.erase(children.begin(),
                 children.begin() + static_cast<std::ptrdiff_t>(std::min(first, children.size())));
  ShellNode all{Kind::sequence, range_of(node)};
  for (const TSNode child : children) add_to(all, child);
  return all;
}

/// Adds `child`, a statement or what ends one, to `all`.
void ShellReader::add_to(ShellNode& all, TSNode child) {
  const std::string_view type = type_of(child);
  if (ts_node_is_named(child)) {
    if (type == "comment" || type == "heredoc_body") return;
    all.parts.push_back(statement(child));
    // Where the grammar has no sign for it, the end of a line ends a statement.
    all.marks.push_back({all.parts.back().at.end, all.parts.back().at.end + 1});
    return;
  }
  const bool ends = type == ";" || type == "\n" || type == "&" || type == ";;";
  if (!ends || all.parts.empty()) return;
  all.marks.back() = range_of(child);
  if (type != "&") return;
  ShellNode behind{Kind::background, all.parts.back().at};
  behind.marks.push_back(range_of(child));
  behind.parts.push_back(std::move(all.parts.back()));
  all.parts.back() = std::move(behind);
}

ShellNode ShellReader::statement(TSNode node) {
  const std::string_view type = type_of(node);
  if (type == "command") return command(node);
  if (type == "redirected_statement") return redirected(node);
  if (type == "list") return list(node);
  if (type == "pipeline") return pipeline(node);
  if (type == "negated_command") return negated(node);
  if (type == "subshell") return wrapped(node, Kind::subshell);
  if (type == "if_statement") return branch(node);
  if (type == "while_statement") return loop(node);
  if (type.ends_with("for_statement")) return loop_over(node);
  if (type == "case_statement") return choice(node);
  if (type == "function_definition") return function(node);
  if (type == "test_command") return test(node);
  if (type == "compound_statement") {
    return words_.text_of(node).starts_with("((") ? test(node) : wrapped(node, Kind::group);
  }
  return assignments(node);
}

ShellNode ShellReader::wrapped(TSNode node, Kind kind) {
  ShellNode result{kind, range_of(node)};
  result.parts.push_back(sequence(node, 1));
  return result;
}

ShellNode ShellReader::command(TSNode node) {
  ShellNode result{Kind::command, range_of(node)};
  for (const TSNode child : children_of(node)) add_part(result, child);
  return result;
}

void ShellReader::add_part(ShellNode& result, TSNode child) {
  const std::string_view type = type_of(child);
  if (type == "variable_assignment") {
    result.assignments.push_back(assignment(child));
  } else if (type.ends_with("_redirect")) {
    add_redirect(result, child);
  } else if (ts_node_is_named(child) && type != "comment") {
    result.words.push_back(words_.word(child));
  } else if (!ts_node_is_named(child)) {
    result.words.push_back(
        {range_of(child), {{ShellPiece::Kind::literal, std::string(words_.text_of(child))}}, {}});
  }
}

ShellNode::Assignment ShellReader::assignment(TSNode node) {
  const TSNode name = ts_node_child_by_field_name(node, "name", 4);
  const TSNode value = ts_node_child_by_field_name(node, "value", 5);
  ShellNode::Assignment result{std::string(words_.text_of(name)), {range_of(node), {}, {}}};
  if (!ts_node_is_null(value)) result.value = words_.word(value);
  return result;
}

/// `a=1`, `a=1 b=2`, `export a=1`, `unset a`, or what is none of the other statements.
ShellNode ShellReader::assignments(TSNode node) {
  const std::string_view type = type_of(node);
  if (type == "variable_assignment") {
    ShellNode result{Kind::assignment, range_of(node)};
    result.assignments.push_back(assignment(node));
    return result;
  }
  const bool declares = type == "declaration_command" || type == "unset_command";
  ShellNode result{declares ? Kind::declaration : Kind::nothing, range_of(node)};
  if (type == "variable_assignments") result.kind = Kind::assignment;
  for (const TSNode child : children_of(node)) add_part(result, child);
  return result;
}

void ShellReader::add_redirect(ShellNode& result, TSNode node) {
  ShellRedirect redirect;
  const TSNode body = type_of(node) == "heredoc_redirect" ? body_of_heredoc(node) : TSNode{};
  for (const TSNode child : children_of(node)) {
    const std::string_view type = type_of(child);
    if (type.ends_with("_redirect")) {
      add_redirect(result, child);
    } else if (!ts_node_is_named(child)) {
      if (redirect.sign.empty()) redirect.sign = type;
    } else if (type != "file_descriptor" && redirect.target.pieces.empty()) {
      // What follows the file is taken for a second one by the grammar.
      redirect.target = words_.word(child);
    }
  }
  if (body.id != nullptr) {
    redirect.target = {
        range_of(body), {{ShellPiece::Kind::literal, std::string(words_.text_of(body))}}, {}};
  }
  result.redirects.push_back(std::move(redirect));
}

TSNode ShellReader::body_of_heredoc(TSNode node) {
  for (const TSNode child : children_of(node)) {
    if (type_of(child) == "heredoc_body") return child;
  }
  return {};
}

ShellNode ShellReader::test(TSNode node) {
  ShellNode result{Kind::command, range_of(node)};
  for (const TSNode child : children_of(node)) words_.add_test_words(child, result.words);
  return result;
}

}  // namespace patcher
