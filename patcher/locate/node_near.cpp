// SPDX-License-Identifier: MIT
#include "patcher/locate/node_near.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "patcher/locate/near_note.hpp"
#include "patcher/locate/node_matches.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostNotes = 3;

Note note_on(ByteRange range, std::string message, const SourceText& text,
             const std::string& file) {
  Note note = note_at(text, range.begin, file);
  note.message = std::move(message);
  const std::size_t line = text.lines().line_at(range.begin);
  const ByteRange content = text.lines().content(line);
  const ByteRange marked{range.begin - content.begin,
                         std::min(range.end, content.end) - content.begin};
  note.lines.push_back(excerpt_of(text, line, {marked}));
  return note;
}

/// The last byte of the string whose quote stands at `at`.
std::size_t end_of_text(std::string_view query, std::size_t at) {
  for (++at; at < query.size() && query[at] != '"'; ++at) {
    if (query[at] == '\\') ++at;
  }
  return at;
}

/// The kind of node that is named behind the parenthesis at `at`; empty where it is none.
std::string_view kind_at(std::string_view query, std::size_t at) {
  const std::string_view rest = query.substr(at + 1);
  const std::string_view kind = rest.substr(0, rest.find_first_of(" \t\r\n()[]@\"/.;#"));
  const bool is_any = kind == "_" || kind == "ERROR" || kind == "MISSING";
  return is_any ? std::string_view() : kind;
}

/// The kinds of nodes that a query names, in its order: the words behind an opening parenthesis.
std::vector<std::string> kinds_in(std::string_view query) {
  std::vector<std::string> kinds;
  for (std::size_t at = 0; at < query.size(); ++at) {
    if (query[at] == '"') at = end_of_text(query, at);
    if (at < query.size() && query[at] == ';') at = std::min(query.find('\n', at), query.size());
    if (at >= query.size() || query[at] != '(') continue;
    const std::string_view kind = kind_at(query, at);
    if (!kind.empty()) kinds.emplace_back(kind);
  }
  return kinds;
}

/// The kinds of the nodes that lie in `within` or around it.
std::set<std::string_view> kinds_of(const SyntaxTree& tree, ByteRange within) {
  std::set<std::string_view> kinds;
  walk(tree.root(), [&](TSNode node, std::size_t) {
    const ByteRange range = range_of(node);
    const bool meets = range.begin < within.end && range.end > within.begin;
    if (meets) kinds.insert(ts_node_type(node));
    return meets ? Descend::into : Descend::past;
  });
  return kinds;
}

std::vector<Note> missing_kind(const NodeQuery& query, const SourceText& text, ByteRange within,
                               const std::string& file) {
  if (!syntax_tree_of(text).has_tree()) return {};
  const std::set<std::string_view> there = kinds_of(syntax_tree_of(text), within);
  for (const std::string& kind : kinds_in(query.spelling())) {
    if (there.contains(kind)) continue;
    Note note = note_at(text, within.begin, file);
    note.message = fmt::format("there is no node '{}' from here on", kind);
    return {std::move(note)};
  }
  return {};
}

}  // namespace

std::vector<Note> nearest(const NodeQuery& query, const SourceText& text, ByteRange within,
                          const std::string& file) {
  const auto found = matches_of(query, text, within);
  const auto* matches = std::get_if<std::vector<NodeMatch>>(&found);
  if (matches == nullptr) return {};
  std::vector<Note> notes;
  for (const NodeMatch& match : *matches) {
    const auto broken = broken_condition(query, text, match);
    const auto* condition = std::get_if<const NodeCondition*>(&broken);
    if (condition == nullptr || *condition == nullptr) continue;
    const auto& nodes = match.captures[(*condition)->capture];
    notes.push_back(
        note_on(nodes.empty() ? match.target : nodes.front(),
                fmt::format("nearest text: the nodes fit, but not '{}'", (*condition)->spelling),
                text, file));
    if (notes.size() == kMostNotes) break;
  }
  return notes.empty() ? missing_kind(query, text, within, file) : notes;
}

}  // namespace patcher
