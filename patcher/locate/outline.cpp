// SPDX-License-Identifier: MIT
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "patcher/locate/python_faults.hpp"
#include "patcher/locate/source_text.hpp"
#include "patcher/locate/syntax_tree.hpp"

namespace patcher {
namespace {

bool is_python_definition(std::string_view kind) {
  return kind == "function_definition" || kind == "class_definition";
}

/// Statements that hold no statement: nothing to find below them unless they have an error.
bool is_simple_statement(std::string_view kind) {
  return kind == "expression_statement" || kind == "return_statement" || kind == "comment";
}

/// Reads an outline off the nodes of a tree, visited parents first.
class OutlineReader {
 public:
  OutlineReader(std::string_view text, Language language)
      : text_(text), lines_(text), has_scopes_(has_scopes(language)) {}

  Descend visit(TSNode node, std::size_t depth) {
    while (!open_.empty() && open_.back().depth >= depth) open_.pop_back();
    if (error_depth_ && *error_depth_ >= depth) error_depth_.reset();
    if (ts_node_is_error(node) || ts_node_is_missing(node)) add_error(node, depth);
    if (has_scopes_) return visit_python(node, depth);
    // Without scopes only errors count, and most of a tree has none.
    return ts_node_has_error(node) ? Descend::into : Descend::past;
  }

  Outline outline() && { return std::move(outline_); }

 private:
  struct Open {
    std::size_t index;  // in outline_.definitions
    std::size_t depth;
  };
  struct Decorated {
    ByteRange range;
    std::size_t depth = 0;
  };

  Descend visit_python(TSNode node, std::size_t depth) {
    const std::string_view kind = ts_node_type(node);
    if (kind == "decorated_definition") decorated_ = {range_of(node), depth};
    if (is_python_definition(kind)) open_definition(node, depth);
    for (const ByteRange& fault : forgiven_faults(node, lines_)) count_error(fault);
    const bool is_empty = is_simple_statement(kind) && !ts_node_has_error(node);
    return is_empty ? Descend::past : Descend::into;
  }

  void add_error(TSNode node, std::size_t depth) {
    count_error(range_of(node));
    if (!error_depth_) error_depth_ = depth;
  }

  void count_error(ByteRange range) {
    for (const Open& open : open_) ++outline_.definitions[open.index].syntax_errors;
    if (!error_depth_) outline_.syntax_errors.push_back(range);
  }

  void open_definition(TSNode node, std::size_t depth) {
    const TSNode name = ts_node_child_by_field_name(node, "name", 4);
    if (ts_node_is_null(name)) return;
    const ByteRange spelled = range_of(name);
    std::string path = open_.empty() ? "" : outline_.definitions[open_.back().index].path + ".";
    path += text_.substr(spelled.begin, spelled.size());
    open_.push_back({outline_.definitions.size(), depth});
    const bool has_decorators =
        decorated_.depth + 1 == depth && decorated_.range.contains(range_of(node));
    const std::size_t begin = has_decorators ? decorated_.range.begin : range_of(node).begin;
    outline_.definitions.push_back(
        {std::move(path), lines_of(begin, range_of(node)), 0, trust_of(node, begin)});
  }

  /// A statement stands in a block, or at column 0 of the module. One that does not has lost the
  /// definition around it to a syntax error, such as `class A(` that is never closed.
  [[nodiscard]] Trust trust_of(TSNode definition, std::size_t begin) const {
    TSNode parent = ts_node_parent(definition);
    if (std::string_view(ts_node_type(parent)) == "decorated_definition") {
      parent = ts_node_parent(parent);
    }
    const std::string_view kind = ts_node_is_null(parent) ? "" : ts_node_type(parent);
    const bool at_column_zero = python_indentation(lines_.text(lines_.line_at(begin))) == 0;
    const bool in_place = kind == "block" || (kind == "module" && at_column_zero);
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
  bool has_scopes_;
  Outline outline_;
  std::vector<Open> open_;                  // Definitions around the node, outermost first.
  Decorated decorated_;                     // The decorated definition met last.
  std::optional<std::size_t> error_depth_;  // Of the outermost error around the node.
};

}  // namespace

Outline outline_of(std::string_view text, Language language) {
  if (language == Language::none) return {};
  const SyntaxTree tree(text, language);
  // A text that its grammar cannot read is one error: nothing in it may pass for sound.
  if (!tree.has_tree()) return {{}, {{0, text.size()}}};
  OutlineReader reader(text, language);
  walk(tree.root(), [&](TSNode node, std::size_t depth) { return reader.visit(node, depth); });
  return std::move(reader).outline();
}

}  // namespace patcher
