// SPDX-License-Identifier: MIT
#include "patcher/locate/c_outline.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "patcher/locate/brace_depth.hpp"
#include "patcher/locate/c_names.hpp"
#include "patcher/locate/c_parse_copy.hpp"
#include "patcher/locate/c_path.hpp"
#include "patcher/locate/definition_stack.hpp"
#include "patcher/locate/parse_copy.hpp"
#include "patcher/locate/syntax_tree.hpp"

namespace patcher {
namespace {

template <std::size_t kSize>
bool is_one_of(std::string_view kind, const std::array<std::string_view, kSize>& kinds) {
  return std::ranges::find(kinds, kind) != kinds.end();
}

constexpr auto kTypeKinds = std::to_array<std::string_view>(
    {"class_specifier", "struct_specifier", "union_specifier", "enum_specifier"});
constexpr auto kBraceKinds = std::to_array<std::string_view>(
    {"compound_statement", "declaration_list", "field_declaration_list", "enumerator_list",
     "initializer_list", "requirement_seq"});
// What holds declarations.
constexpr auto kDeclarationKinds = std::to_array<std::string_view>(
    {"translation_unit", "declaration_list", "field_declaration_list", "ERROR"});
// What may stand around a definition and belongs to it.
constexpr auto kWrapperKinds = std::to_array<std::string_view>(
    {"template_declaration", "linkage_specification", "friend_declaration", "declaration",
     "field_declaration", "type_definition"});

/// Whether `rest`, a part of a line, is more than what ends a declaration and a comment.
bool is_code(std::string_view rest) {
  while (true) {
    const std::size_t first = rest.find_first_not_of(" \t\r\f\v;,");
    if (first == std::string_view::npos || rest.substr(first).starts_with("//")) return false;
    if (!rest.substr(first).starts_with("/*")) return true;
    const std::size_t close = rest.find("*/", first + 2);
    if (close == std::string_view::npos) return false;
    rest.remove_prefix(close + 2);
  }
}

/// `definitions` by their beginnings; where two begin at one place the outer one comes first.
std::vector<Definition> in_order(std::vector<Definition> definitions) {
  std::vector<std::size_t> order(definitions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    const ByteRange& left = definitions[a].range;
    const ByteRange& right = definitions[b].range;
    return std::tuple(left.begin, right.end, a) < std::tuple(right.begin, left.end, b);
  });
  std::vector<Definition> sorted;
  sorted.reserve(definitions.size());
  for (const std::size_t i : order) sorted.push_back(std::move(definitions[i]));
  return sorted;
}

/// Reads an outline off the nodes of a tree, visited parents first.
class COutlineReader {
 public:
  explicit COutlineReader(const CSource& source)
      : source_(source), lines_(source.text), depths_(source.copy) {}

  void visit(TSNode node, std::size_t depth) {
    stack_.enter(node, depth);
    above_.resize(depth);
    note_error(node);
    const std::string_view kind = ts_node_type(node);
    if (kind == "function_definition") {
      open_function(node);
    } else if (kind == "namespace_definition") {
      open_named(node, DefinitionKind::name_space);
    } else if (is_one_of(kind, kTypeKinds)) {
      open_type(node);
    } else if (kind == "declaration" || kind == "field_declaration") {
      open_lambda(node);
    }
    above_.push_back(inside(node));
  }

  [[nodiscard]] Outline outline() && {
    const Directives& directives = source_.copy.directives;
    std::vector<ByteRange> faults;
    std::ranges::merge(directives.faults, source_.copy.unpaired, std::back_inserter(faults));
    Outline outline = std::move(stack_).outline(source_.text, faults);
    for (const MacroDefinition& macro : directives.macros) {
      Definition definition{"macro " + macro.name, whole_lines(macro.range)};
      definition.kind = DefinitionKind::macro;
      definition.body_begin = macro.body.begin;
      outline.definitions.push_back(std::move(definition));
    }
    outline.definitions = in_order(std::move(outline.definitions));
    outline.skipped = directives.skipped;
    return outline;
  }

 private:
  /// A node around the one that is visited.
  struct Above {
    TSNode node = {};
    std::size_t braces = 0;        // How many braces are open inside it.
    bool is_sure = true;           // Nothing says that other braces are open there, or other names.
    bool is_behind_error = false;  // The child visited last is an error.
  };

  /// Notes whether `node`, which is visited, stands right behind an error, which may have swallowed
  /// a part of it; one that is an error itself makes the definition whose head it is in doubtful.
  void note_error(TSNode node) {
    is_behind_error_ = !above_.empty() && above_.back().is_behind_error;
    if (above_.empty() || is_kind(node, "comment")) return;
    const bool is_error = ts_node_is_error(node) || ts_node_is_missing(node);
    above_.back().is_behind_error = is_error;
    if (is_error) stack_.doubt(above_.size() - 1);
  }

  /// What is around the nodes inside `node`.
  [[nodiscard]] Above inside(TSNode node) const {
    Above above = above_.empty() ? Above{} : above_.back();
    above.node = node;
    above.is_sure = above.is_sure && !is_behind_error_;
    above.is_behind_error = false;
    if (!is_one_of(ts_node_type(node), kBraceKinds)) return above;
    ++above.braces;
    // A block among declarations has lost what it belongs to.
    const bool is_stray = is_kind(node, "compound_statement") && !above_.empty() &&
                          is_one_of(ts_node_type(above_.back().node), kDeclarationKinds);
    above.is_sure = above.is_sure && depths_.is_pair(range_of(node)) && !is_stray;
    return above;
  }

  void open_function(TSNode node) {
    if (ts_node_is_null(field_of(node, "body"))) return;
    CName name = function_name(node, source_);
    if (name.path.empty()) return;
    open(node, std::move(name), DefinitionKind::other);
  }

  void open_named(TSNode node, DefinitionKind kind) {
    const TSNode name = field_of(node, "name");
    if (ts_node_is_null(name) || range_of(name).empty()) return;
    open(node, {folded_source(source_, range_of(name)), {}}, kind);
  }

  void open_type(TSNode node) {
    if (ts_node_is_null(field_of(node, "body"))) return;
    TSNode name = field_of(node, "name");
    // A type without a name of its own goes by the one that `typedef` gives it.
    const bool is_typedef = !above_.empty() && is_kind(above_.back().node, "type_definition");
    if (ts_node_is_null(name) && is_typedef) name = field_of(above_.back().node, "declarator");
    if (ts_node_is_null(name) || range_of(name).empty()) return;
    open(node, {folded_source(source_, range_of(name)), {}}, DefinitionKind::other);
  }

  /// `auto f = [](int x) { ... };` in a namespace or class. Local ones are no definitions.
  void open_lambda(TSNode node) {
    const bool is_field = is_kind(node, "field_declaration");
    const TSNode declarator = field_of(node, "declarator");
    const TSNode value = is_field ? field_of(node, "default_value") : field_of(declarator, "value");
    const TSNode name = is_field ? declarator : field_of(declarator, "declarator");
    const bool is_local = !above_.empty() && is_kind(above_.back().node, "compound_statement");
    const bool is_one = !is_local && is_kind(value, "lambda_expression") &&
                        is_kind(name, is_field ? "field_identifier" : "identifier");
    if (is_one) open(node, {folded_source(source_, range_of(name)), {}}, DefinitionKind::other);
  }

  void open(TSNode node, CName name, DefinitionKind kind) {
    const Definition* around = stack_.innermost();
    std::string path = around == nullptr ? "" : around->path + "::";
    path += without_own_arguments(name.path);
    Definition definition{std::move(path), with_lines(with_head(node), lines_, is_code)};
    definition.trust = trust_of(node);
    definition.signature = std::move(name.signature);
    definition.kind = kind;
    definition.body_begin = body_of(node);
    stack_.open(std::move(definition), above_.size());
  }

  /// Where the body of `node` begins: its own, or that of the lambda that it declares.
  static std::size_t body_of(TSNode node) {
    TSNode value = field_of(node, "default_value");
    if (ts_node_is_null(value)) {
      const TSNode declarator = field_of(node, "declarator");
      if (!ts_node_is_null(declarator)) value = field_of(declarator, "value");
    }
    TSNode body = field_of(node, "body");
    if (ts_node_is_null(body) && !ts_node_is_null(value)) body = field_of(value, "body");
    return range_of(ts_node_is_null(body) ? node : body).begin;
  }

  /// `A<T>::f` under `template <class T>` is `A::f`.
  [[nodiscard]] std::string without_own_arguments(const std::string& spelled) const {
    if (spelled.find('<') == std::string::npos) return spelled;
    std::vector<std::string> own;
    for (auto above = above_.rbegin(); above != above_.rend(); ++above) {
      if (!is_kind(above->node, "template_declaration")) break;
      own.push_back("<" + template_arguments(above->node, source_) + ">");
    }
    std::string path;
    for (std::string& part : c_path_of(spelled).parts) {
      for (const std::string& arguments : own) {
        if (part.ends_with(arguments)) part.resize(part.size() - arguments.size());
      }
      path += (path.empty() ? "" : "::") + part;
    }
    return path;
  }

  /// `node` with its template heads, what declares it, and the attributes in front of it.
  [[nodiscard]] ByteRange with_head(TSNode node) const {
    ByteRange range = range_of(node);
    for (auto above = above_.rbegin(); above != above_.rend(); ++above) {
      if (!is_one_of(ts_node_type(above->node), kWrapperKinds)) break;
      range = range_of(above->node);
    }
    const std::vector<ByteRange>& attributes = source_.copy.attributes;
    auto next = std::ranges::lower_bound(attributes, range.begin, {}, &ByteRange::begin);
    while (next != attributes.begin()) {
      const ByteRange& before = *--next;
      if (before.end > range.begin || !is_blank(before.end, range.begin)) break;
      range.begin = before.begin;
    }
    return range;
  }

  [[nodiscard]] bool is_blank(std::size_t begin, std::size_t end) const {
    const std::string_view between = std::string_view(source_.copy.text).substr(begin, end - begin);
    return between.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
  }

  [[nodiscard]] Trust trust_of(TSNode node) const {
    const Above around = above_.empty() ? Above{} : above_.back();
    const bool agrees =
        around.is_sure && !is_behind_error_ && source_.copy.unpaired.empty() &&
        depths_.at(range_of(node).begin) == static_cast<std::ptrdiff_t>(around.braces);
    const TSNode body = field_of(node, "body");
    const bool has_braces = !ts_node_is_null(body) && is_one_of(ts_node_type(body), kBraceKinds);
    const bool is_whole = !has_braces || depths_.is_pair(range_of(body));
    return agrees && is_whole && !stack_.in_error() ? Trust::whole_path : Trust::last_name_only;
  }

  [[nodiscard]] ByteRange whole_lines(ByteRange range) const {
    const std::size_t first = lines_.line_at(range.begin);
    const std::size_t last = lines_.line_at(range.empty() ? range.begin : range.end - 1);
    return {lines_.whole(first).begin, lines_.whole(last).end};
  }

  CSource source_;
  LineIndex lines_;
  BraceDepth depths_;
  DefinitionStack stack_;
  std::vector<Above> above_;      // By depth, the root first.
  bool is_behind_error_ = false;  // The node that is visited.
};

}  // namespace

Outline c_outline_of(std::string_view text, Language language, const KnownMacros& known) {
  // A tree is not even tried of a text beyond the limit; nor is a copy.
  if (text.size() > kMostParsedBytes) {
    return unread_outline(text, SyntaxTree(text, language).why_unread());
  }
  const ParseCopy copy = c_parse_copy_of(text, language, known);
  const SyntaxTree tree(copy.text, language);
  if (!tree.has_tree()) return unread_outline(text, tree.why_unread());
  COutlineReader reader({text, copy});
  walk(tree.root(), [&](TSNode node, std::size_t depth) {
    reader.visit(node, depth);
    return Descend::into;
  });
  return std::move(reader).outline();
}

}  // namespace patcher
