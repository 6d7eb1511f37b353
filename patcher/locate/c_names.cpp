// SPDX-License-Identifier: MIT
#include "patcher/locate/c_names.hpp"

#include <array>
#include <cstdint>

#include "patcher/locate/c_path.hpp"
#include "patcher/locate/c_tokens.hpp"
#include "patcher/locate/syntax_tree.hpp"

namespace patcher {
namespace {

/// The children of `node`, or the named ones, in order.
template <class Visit>
void for_each_child(TSNode node, Visit visit) {
  TSTreeCursor cursor = ts_tree_cursor_new(node);
  bool more = ts_tree_cursor_goto_first_child(&cursor);
  while (more) {
    visit(ts_tree_cursor_current_node(&cursor));
    more = ts_tree_cursor_goto_next_sibling(&cursor);
  }
  ts_tree_cursor_delete(&cursor);
}

bool is_name(std::string_view kind) {
  constexpr auto kKinds =
      std::to_array<std::string_view>({"identifier", "field_identifier", "type_identifier",
                                       "qualified_identifier", "destructor_name", "operator_name",
                                       "operator_cast", "template_function", "template_method"});
  for (const std::string_view known : kKinds) {
    if (kind == known) return true;
  }
  return false;
}

/// What `declarator` wraps one level down; a null node when it wraps nothing.
TSNode wrapped(TSNode declarator) {
  TSNode inner = field_of(declarator, "declarator");
  if (!ts_node_is_null(inner)) return inner;
  for_each_child(declarator, [&](TSNode child) {
    const std::string_view kind = ts_node_type(child);
    if (ts_node_is_null(inner) && (kind.ends_with("declarator") || is_name(kind))) inner = child;
  });
  return inner;
}

/// Where the name stands in a declarator, and the innermost list of parameters around it.
struct Declared {
  TSNode name{};
  TSNode function{};
};

Declared declared_by(TSNode declarator) {
  Declared found;
  TSNode here = declarator;
  while (!ts_node_is_null(here) && !is_name(ts_node_type(here))) {
    if (is_kind(here, "function_declarator")) found.function = here;
    here = wrapped(here);
  }
  found.name = here;
  return found;
}

/// The type of one parameter: its text without the name and the default value.
std::string type_of(TSNode parameter, const CSource& source) {
  ByteRange range = range_of(parameter);
  for_each_child(parameter, [&](TSNode child) {
    if (is_kind(child, "=")) range.end = std::min<std::size_t>(range.end, range_of(child).begin);
  });
  const TSNode declarator = field_of(parameter, "declarator");
  if (ts_node_is_null(declarator)) return folded_source(source, range);
  const TSNode name = declared_by(declarator).name;
  if (!is_kind(name, "identifier")) return folded_source(source, range);
  const ByteRange spelled = range_of(name);
  return folded(folded_source(source, {range.begin, spelled.begin}) + " " +
                folded_source(source, {spelled.end, range.end}));
}

std::string signature_of(TSNode function, const CSource& source) {
  std::string types;
  for_each_child(field_of(function, "parameters"), [&](TSNode child) {
    const bool counts =
        ts_node_is_named(child) ? !is_kind(child, "comment") : is_kind(child, "...");
    if (!counts) return;
    if (!types.empty()) types += ", ";
    types += type_of(child, source);
  });
  std::string signature = "(" + types + ")";
  for_each_child(function, [&](TSNode child) {
    const std::string_view kind = ts_node_type(child);
    if (kind != "type_qualifier" && kind != "ref_qualifier") return;
    signature += " " + folded_source(source, range_of(child));
  });
  return signature;
}

/// The parameters of the list `parameters` as a template's arguments spell them: `T,N,Ts...`.
std::string arguments_of(TSNode parameters, const CSource& source) {
  std::string arguments;
  for_each_child(parameters, [&](TSNode child) {
    if (!ts_node_is_named(child) || is_kind(child, "comment")) return;
    const std::string spelled = folded_source(source, range_of(child));
    const std::string declared = spelled.substr(0, spelled.find('='));
    std::size_t begin = declared.size();
    while (begin > 0 && is_c_word_byte(declared[begin - 1])) --begin;
    if (!arguments.empty()) arguments += ",";
    arguments += declared.substr(begin);
    if (declared.find("...") != std::string::npos) arguments += "...";
  });
  return arguments;
}

}  // namespace

TSNode field_of(TSNode node, std::string_view name) {
  return ts_node_child_by_field_name(node, name.data(), static_cast<std::uint32_t>(name.size()));
}

bool is_kind(TSNode node, std::string_view kind) {
  return !ts_node_is_null(node) && ts_node_type(node) == kind;
}

std::string folded_source(const CSource& source, ByteRange range) {
  const std::string_view text = source.text.substr(range.begin, range.size());
  std::string kept;
  for (const Token& token : tokens_of(text)) {
    if (source.copy.text[range.begin + token.begin] == ' ') continue;
    kept += text.substr(token.begin, token.end - token.begin);
    kept += ' ';
  }
  return folded(kept);
}

CName function_name(TSNode node, const CSource& source) {
  const Declared declared = declared_by(field_of(node, "declarator"));
  if (ts_node_is_null(declared.name)) return {};
  CName name{folded_source(source, range_of(declared.name)), {}};
  if (!ts_node_is_null(declared.function)) {
    name.signature = signature_of(declared.function, source);
  } else if (const auto signature = c_path_of(name.path).signature) {
    // A conversion operator holds its parameters in its name.
    name.path.resize(name.path.size() - signature->size());
    name.signature = *signature;
  }
  return name;
}

std::string template_arguments(TSNode head, const CSource& source) {
  return arguments_of(field_of(head, "parameters"), source);
}

}  // namespace patcher
