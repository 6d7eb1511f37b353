// SPDX-License-Identifier: MIT
// How compound statements are read.
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "patcher/locate/shell_order.hpp"
#include "patcher/locate/shell_reader.hpp"
#include "patcher/locate/syntax_tree.hpp"

namespace patcher {
namespace {

using Kind = ShellNode::Kind;

std::string_view type_of(TSNode node) { return ts_node_type(node); }

}  // namespace

/// A statement with redirections; those of a list or pipeline are its last command's. What stands
/// behind `<<WORD` on its line is a child of the redirection.
ShellNode ShellReader::redirected(TSNode node) {
  ShellNode result;
  result.at = range_of(node);
  for (const TSNode child : children_of(node)) {
    if (type_of(child).ends_with("_redirect")) {
      add_redirect(result, child);
      result = with_rest(std::move(result), child);
    } else if (ts_node_is_named(child) && type_of(child) != "comment") {
      result = statement(child);
    }
  }
  return result;
}

ShellNode ShellReader::with_rest(ShellNode first, TSNode redirect) {
  if (type_of(redirect) != "heredoc_redirect") return first;
  const std::vector<TSNode> children = children_of(redirect);
  for (std::size_t i = 0; i + 1 < children.size(); ++i) {
    const std::string_view type = type_of(children[i]);
    if (type == "&&" || type == "||") {
      return joined(std::move(first), children[i], statement(children[i + 1]));
    }
    if (type == "pipeline") return piped(std::move(first), pipeline(children[i]));
  }
  return first;
}

ShellNode ShellReader::piped(ShellNode first, ShellNode rest) {
  ShellNode all{Kind::pipeline, first.at};
  all.parts.push_back(std::move(first));
  all.marks.push_back({rest.at.begin, rest.at.begin + 1});
  if (rest.kind == Kind::pipeline) {
    std::ranges::move(rest.parts, std::back_inserter(all.parts));
    std::ranges::move(rest.marks, std::back_inserter(all.marks));
  } else {
    all.parts.push_back(std::move(rest));
  }
  return all;
}

ShellNode ShellReader::joined(ShellNode left, TSNode sign, ShellNode right) {
  ShellNode result{type_of(sign) == "&&" ? Kind::both : Kind::either,
                   {left.at.begin, std::max(left.at.end, right.at.end)}};
  result.parts.push_back(std::move(left));
  result.parts.push_back(std::move(right));
  result.marks.push_back(range_of(sign));
  return result;
}

ShellNode ShellReader::list(TSNode node) {
  const std::vector<TSNode> children = children_of(node);
  std::vector<TSNode> kept;
  std::ranges::copy_if(children, std::back_inserter(kept),
                       [](TSNode child) { return type_of(child) != "comment"; });
  if (kept.size() != 3) return {Kind::nothing, range_of(node)};
  return joined(statement(kept[0]), kept[1], statement(kept[2]));
}

ShellNode ShellReader::pipeline(TSNode node) {
  ShellNode all{Kind::pipeline, range_of(node)};
  for (const TSNode child : children_of(node)) {
    const std::string_view type = type_of(child);
    if (type == "|" || type == "|&") {
      // A pipeline behind a heredoc's word begins with the sign.
      if (!all.parts.empty()) all.marks.push_back(range_of(child));
    } else if (ts_node_is_named(child) && type != "comment") {
      all.parts.push_back(statement(child));
    }
  }
  if (all.parts.size() == 1) return std::move(all.parts.front());
  return with_shell_order(std::move(all));
}

ShellNode ShellReader::negated(TSNode node) {
  ShellNode result{Kind::negated, range_of(node)};
  for (const TSNode child : children_of(node)) {
    if (ts_node_is_named(child) && type_of(child) != "comment") {
      result.parts.push_back(statement(child));
    }
  }
  if (result.parts.empty()) result.parts.push_back({Kind::nothing, result.at});
  return result;
}

/// Conditions and bodies by turns; `then`, `elif` and `else` begin a new part.
ShellNode ShellReader::branch(TSNode node) {
  ShellNode result{Kind::branch, range_of(node)};
  result.parts.push_back({Kind::sequence, range_of(node)});
  add_branches(result, node);
  return result;
}

void ShellReader::add_branches(ShellNode& result, TSNode node) {
  for (const TSNode child : children_of(node)) {
    const std::string_view type = type_of(child);
    if (type == "then" || type == "else" || type == "elif") {
      result.parts.push_back({Kind::sequence, range_of(child)});
      continue;
    }
    if (type == "elif_clause" || type == "else_clause") {
      add_branches(result, child);
    } else {
      add_to(result.parts.back(), child);
    }
  }
}

ShellNode ShellReader::body_of(TSNode node) {
  const TSNode body = ts_node_child_by_field_name(node, "body", 4);
  if (ts_node_is_null(body)) return {Kind::sequence, range_of(node)};
  return type_of(body) == "do_group" ? sequence(body, 1) : statement(body);
}

ShellNode ShellReader::loop(TSNode node) {
  const std::vector<TSNode> children = children_of(node);
  const bool until = !children.empty() && type_of(children.front()) == "until";
  ShellNode result{until ? Kind::loop_until : Kind::loop_while, range_of(node)};
  ShellNode condition{Kind::sequence, range_of(node)};
  for (std::size_t i = 1; i < children.size(); ++i) {
    if (type_of(children[i]) != "do_group") add_to(condition, children[i]);
  }
  result.parts.push_back(std::move(condition));
  result.parts.push_back(body_of(node));
  return result;
}

ShellNode ShellReader::loop_over(TSNode node) {
  ShellNode result{Kind::loop_over, range_of(node)};
  const TSNode variable = ts_node_child_by_field_name(node, "variable", 8);
  if (!ts_node_is_null(variable)) result.name = words_.text_of(variable);
  for (const TSNode child : children_of(node)) {
    const std::string_view type = type_of(child);
    const bool is_value = ts_node_is_named(child) && type != "variable_name" &&
                          type != "do_group" && type != "comment";
    if (is_value && type != "compound_statement") result.words.push_back(words_.word(child));
  }
  result.parts.push_back(body_of(node));
  return result;
}

ShellNode ShellReader::choice(TSNode node) {
  ShellNode result{Kind::choice, range_of(node)};
  for (const TSNode child : children_of(node)) {
    if (type_of(child) != "case_item") continue;
    ShellNode arm{Kind::sequence, range_of(child)};
    bool in_body = false;
    for (const TSNode part : children_of(child)) {
      if (in_body) add_to(arm, part);
      if (!in_body && words_.text_of(part) == "*") result.catches_all = true;
      if (type_of(part) == ")") in_body = true;
    }
    result.parts.push_back(std::move(arm));
  }
  return result;
}

ShellNode ShellReader::function(TSNode node) {
  ShellNode result{Kind::function, range_of(node)};
  const TSNode name = ts_node_child_by_field_name(node, "name", 4);
  if (!ts_node_is_null(name)) result.name = words_.text_of(name);
  result.parts.push_back(body_of(node));
  return result;
}

}  // namespace patcher
