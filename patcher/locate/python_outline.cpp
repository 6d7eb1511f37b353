// SPDX-License-Identifier: MIT
#include "patcher/locate/python_outline.hpp"

#include <cstddef>
#include <string>
#include <utility>

#include "patcher/locate/definition_stack.hpp"
#include "patcher/locate/python_faults.hpp"

namespace patcher {
namespace {

bool is_definition(std::string_view kind) {
  return kind == "function_definition" || kind == "class_definition";
}

/// Statements that hold no statement: nothing to find below them unless they have an error.
bool is_simple_statement(std::string_view kind) {
  return kind == "expression_statement" || kind == "return_statement" || kind == "comment";
}

TSNode field(TSNode node, std::string_view name) {
  return ts_node_child_by_field_name(node, name.data(), static_cast<std::uint32_t>(name.size()));
}

bool is_kind(TSNode node, std::string_view kind) {
  return !ts_node_is_null(node) && ts_node_type(node) == kind;
}

/// Whether `rest`, a part of a line, is more than blanks, a `;` and a comment.
bool is_code(std::string_view rest) {
  const std::size_t first = rest.find_first_not_of(" \t\f\r;");
  return first != std::string_view::npos && rest[first] != '#';
}

/// The name in `name = lambda ...`, or a null node for any other statement.
TSNode lambda_name(TSNode statement) {
  const TSNode assignment = ts_node_named_child(statement, 0);
  if (!is_kind(assignment, "assignment")) return {};
  const TSNode name = field(assignment, "left");
  const bool is_one = is_kind(name, "identifier") && is_kind(field(assignment, "right"), "lambda");
  return is_one ? name : TSNode{};
}

/// Reads an outline off the nodes of a tree, visited parents first.
class PythonReader {
 public:
  explicit PythonReader(std::string_view text) : text_(text), lines_(text) {}

  Descend visit(TSNode node, std::size_t depth) {
    stack_.enter(node, depth);
    while (!bodies_.empty() && bodies_.back().depth >= depth) bodies_.pop_back();
    const std::string_view kind = ts_node_type(node);
    if (kind == "decorated_definition") decorated_ = {range_of(node), depth};
    if (is_definition(kind)) open_definition(node, depth);
    if (kind == "expression_statement") open_lambda(node, depth);
    for (const ByteRange& fault : forgiven_faults(node, lines_)) stack_.count_error(fault);
    const bool is_empty = is_simple_statement(kind) && !ts_node_has_error(node);
    return is_empty ? Descend::past : Descend::into;
  }

  Outline outline() && { return std::move(stack_).outline(text_, {}); }

 private:
  struct Decorated {
    ByteRange range;
    std::size_t depth = 0;
  };
  /// A definition around the node.
  struct Body {
    std::size_t depth;
    bool is_class;
  };

  void open_definition(TSNode node, std::size_t depth) {
    const TSNode name = field(node, "name");
    if (ts_node_is_null(name)) return;
    const bool has_decorators =
        decorated_.depth + 1 == depth && decorated_.range.contains(range_of(node));
    const std::size_t begin = has_decorators ? decorated_.range.begin : range_of(node).begin;
    Definition definition{path_of(name), lines_of(begin, range_of(node)), 0, trust_of(node, begin)};
    definition.body_begin = body_of(node);
    stack_.open(std::move(definition), depth);
    bodies_.push_back({depth, is_kind(node, "class_definition")});
  }

  void open_lambda(TSNode statement, std::size_t depth) {
    // A local name is often bound again; what it is bound to is no definition to rely on.
    if (!bodies_.empty() && !bodies_.back().is_class) return;
    const TSNode name = lambda_name(statement);
    if (ts_node_is_null(name)) return;
    const ByteRange range = with_lines(range_of(statement), lines_, is_code);
    const TSNode lambda = field(ts_node_named_child(statement, 0), "right");
    Definition definition{path_of(name), range, 0, trust_of(statement, range_of(statement).begin)};
    definition.body_begin = body_of(lambda);
    stack_.open(std::move(definition), depth);
    bodies_.push_back({depth, false});
  }

  /// Where the body of `node` begins; its own beginning where the grammar has none.
  static std::size_t body_of(TSNode node) {
    const TSNode body = field(node, "body");
    return range_of(ts_node_is_null(body) ? node : body).begin;
  }

  [[nodiscard]] std::string path_of(TSNode name) const {
    const ByteRange spelled = range_of(name);
    const Definition* around = stack_.innermost();
    std::string path = around == nullptr ? "" : around->path + ".";
    path += text_.substr(spelled.begin, spelled.size());
    return path;
  }

  /// A statement stands in a block, or at column 0 of the module. One that does not has lost the
  /// definition around it to a syntax error, such as `class A(` that is never closed.
  [[nodiscard]] Trust trust_of(TSNode definition, std::size_t begin) const {
    TSNode parent = ts_node_parent(definition);
    if (is_kind(parent, "decorated_definition")) parent = ts_node_parent(parent);
    const bool at_column_zero = python_indentation(lines_.text(lines_.line_at(begin))) == 0;
    const bool in_place = is_kind(parent, "block") || (is_kind(parent, "module") && at_column_zero);
    return in_place ? Trust::whole_path : Trust::last_name_only;
  }

  /// The lines of the definition `node`, whose decorators begin at `begin`.
  [[nodiscard]] ByteRange lines_of(std::size_t begin, ByteRange node) const {
    const std::size_t first = lines_.line_at(begin);
    const std::size_t own_line = lines_.line_at(node.begin);
    // Some versions of the grammar let a block end after its line's ending.
    const std::size_t last_byte = text_.find_last_not_of(" \t\r\n\f", node.end - 1);
    const std::size_t last = with_trailing_comments(own_line, lines_.line_at(last_byte));
    return {lines_.whole(first).begin, lines_.whole(last).end};
  }

  /// The last line of a body that ends at line `last`, with the comments below it that are
  /// indented deeper than `own_line`: the grammar leaves them outside.
  [[nodiscard]] std::size_t with_trailing_comments(std::size_t own_line, std::size_t last) const {
    const std::size_t own_indentation = python_indentation(lines_.text(own_line));
    for (std::size_t next = last + 1; next < lines_.size(); ++next) {
      const std::string_view line = lines_.text(next);
      const std::size_t content = line.find_first_not_of(" \t\f\r");
      if (content == std::string_view::npos) continue;
      if (line[content] != '#' || python_indentation(line) <= own_indentation) break;
      last = next;
    }
    return last;
  }

  std::string_view text_;
  LineIndex lines_;
  DefinitionStack stack_;
  std::vector<Body> bodies_;  // Definitions around the node, outermost first.
  Decorated decorated_;       // The decorated definition met last.
};

}  // namespace

Outline python_outline_of(std::string_view text, const SyntaxTree& tree) {
  PythonReader reader(text);
  walk(tree.root(), [&](TSNode node, std::size_t depth) { return reader.visit(node, depth); });
  return std::move(reader).outline();
}

}  // namespace patcher
