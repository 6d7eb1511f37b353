// SPDX-License-Identifier: MIT
#include "patcher/locate/shell_word.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "patcher/locate/syntax_tree.hpp"

namespace patcher {
namespace {

using Kind = ShellPiece::Kind;

std::string_view type_of(TSNode node) { return ts_node_type(node); }

/// `text` without the backslashes before those of its characters that `escapable` has; before any
/// where it is empty. A backslash and the end of a line are nothing.
std::string unescaped(std::string_view text, std::string_view escapable) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escapes =
        text[i] == '\\' && i + 1 < text.size() &&
        (escapable.empty() || escapable.find(text[i + 1]) != std::string_view::npos);
    if (escapes) ++i;
    if (!escapes || text[i] != '\n') result += text[i];
  }
  return result;
}

void add(ShellWord& word, Kind kind, std::string text) {
  if (kind == Kind::literal && !word.pieces.empty() && word.pieces.back().kind == Kind::literal) {
    word.pieces.back().text += text;
  } else {
    word.pieces.push_back({kind, std::move(text)});
  }
}

bool is_expansion(std::string_view type) {
  constexpr std::array kTypes{std::string_view("simple_expansion"), std::string_view("expansion"),
                              std::string_view("command_substitution"),
                              std::string_view("process_substitution"),
                              std::string_view("arithmetic_expansion")};
  return std::ranges::find(kTypes, type) != kTypes.end();
}

}  // namespace

std::optional<std::string> ShellWord::literal() const {
  std::string text;
  for (const ShellPiece& piece : pieces) {
    if (piece.kind != Kind::literal) return std::nullopt;
    text += piece.text;
  }
  return text;
}

bool ShellWord::expands(std::string_view name) const {
  return std::ranges::any_of(pieces, [&](const ShellPiece& piece) {
    return (piece.kind == Kind::variable || piece.kind == Kind::adapted) && piece.text == name;
  });
}

std::string_view ShellWords::text_of(TSNode node) const {
  const ByteRange at = bytes_of(node);
  return text_.substr(at.begin, at.size());
}

ByteRange ShellWords::bytes_of(TSNode node) const {
  ByteRange at = range_of(node);
  // The grammar takes blanks before a `${` in a string for part of it.
  while (is_expansion(type_of(node)) && !at.empty() && text_[at.begin] != '$' &&
         std::string_view(" \t\n").find(text_[at.begin]) != std::string_view::npos) {
    ++at.begin;
  }
  return at;
}

ShellWord ShellWords::word(TSNode node) const {
  ShellWord word{range_of(node), {}, {}};
  add_pieces(node, word);
  return word;
}

void ShellWords::add_pieces(TSNode node, ShellWord& word) const {
  const std::string_view type = type_of(node);
  const std::string_view text = text_of(node);
  if (type == "string" || type == "translated_string") return add_string(node, word);
  if (is_expansion(type)) return add_expansion(node, word);
  if (type == "raw_string") {
    return add(word, Kind::literal,
               std::string(text.substr(1, std::max(text.size(), std::size_t{2}) - 2)));
  }
  if (type == "concatenation" || type == "command_name" || type == "array") {
    const std::uint32_t count = ts_node_named_child_count(node);
    for (std::uint32_t i = 0; i < count; ++i) add_pieces(ts_node_named_child(node, i), word);
    if (type == "array") add(word, Kind::other, "");
    return;
  }
  if (type == "brace_expression" || type == "ansi_c_string") return add(word, Kind::other, "");
  add(word, Kind::literal, unescaped(text, ""));
}

void ShellWords::add_string(TSNode node, ShellWord& word) const {
  const ByteRange at = range_of(node);
  std::size_t done = at.begin + text_.substr(at.begin, at.size()).find('"') + 1;
  const auto add_text = [&](std::size_t end) {
    if (end > done) {
      add(word, Kind::literal, unescaped(text_.substr(done, end - done), "$`\"\\\n"));
    }
  };
  const std::uint32_t count = ts_node_named_child_count(node);
  for (std::uint32_t i = 0; i < count; ++i) {
    const TSNode child = ts_node_named_child(node, i);
    if (!is_expansion(type_of(child))) continue;
    add_text(bytes_of(child).begin);
    add_expansion(child, word);
    done = range_of(child).end;
  }
  add_text(at.end - 1);
  // "" is a word all the same.
  if (word.pieces.empty()) add(word, Kind::literal, "");
}

void ShellWords::add_expansion(TSNode node, ShellWord& word) const {
  const std::string_view type = type_of(node);
  if (type == "command_substitution" || type == "process_substitution") {
    add_commands(node, word);
    return add(word, Kind::other, "");
  }
  if (type == "simple_expansion") {
    return add(word, Kind::variable, std::string(text_of(node).substr(1)));
  }
  if (type == "arithmetic_expansion") return add(word, Kind::other, "");
  std::string name;
  walk(node, [&](TSNode inner, std::size_t) {
    const std::string_view what = type_of(inner);
    if (name.empty() && (what == "variable_name" || what == "special_variable_name")) {
      name = text_of(inner);
    }
    if (what != "command_substitution") return Descend::into;
    add_commands(inner, word);
    return Descend::past;
  });
  const bool is_plain = text_of(node).size() == name.size() + 3;
  add(word, is_plain ? Kind::variable : Kind::adapted, std::move(name));
}

void ShellWords::add_commands(TSNode node, ShellWord& word) const {
  word.commands.push_back(statements_(node));
}

void ShellWords::add_test_words(TSNode node, std::vector<ShellWord>& words) const {
  const std::string_view type = type_of(node);
  const bool is_expression = type.ends_with("_expression") && type != "brace_expression";
  if (!is_expression) {
    words.push_back(word(node));
    return;
  }
  const std::uint32_t count = ts_node_child_count(node);
  for (std::uint32_t i = 0; i < count; ++i) add_test_words(ts_node_child(node, i), words);
}

}  // namespace patcher
