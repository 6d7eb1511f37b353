// SPDX-License-Identifier: MIT
#include "patcher/locate/node_near.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "patcher/locate/definition_pins.hpp"
#include "patcher/locate/grammars.hpp"
#include "patcher/locate/line_likeness.hpp"
#include "patcher/locate/near_note.hpp"
#include "patcher/locate/node_matches.hpp"
#include "patcher/locate/query_parts.hpp"

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

/// A match beside what its query asks for; the smaller, the nearer.
struct Candidate {
  std::size_t broken = 0;  ///< Conditions that do not hold.
  double unlikeness = 0;   ///< How unlike the texts are that they ask for, added up.
  const NodeMatch* match = nullptr;

  [[nodiscard]] bool is_nearer(const Candidate& other) const {
    return std::pair(broken, unlikeness) < std::pair(other.broken, other.unlikeness);
  }
};

/// How unlike what `match` captured is to what `condition` asks for, from 0 to 1.
double unlikeness(const NodeCondition& condition, const NodeMatch& match, const SourceText& text) {
  double best = 0;
  if (condition.sense == NodeCondition::Sense::must_not) return 1;
  for (const ByteRange& node : match.captures[condition.capture]) {
    const LineProfile found = profile_of(text.bytes().substr(node.begin, node.size()));
    for (const std::string& wanted : condition.texts) {
      best = std::max(best, likeness(profile_of(wanted), found));
    }
  }
  return 1 - best;
}

/// The nearest few of `matches`, the first of equals first.
std::vector<Candidate> nearest_few(const std::vector<NodeMatch>& matches, const NodeQuery& query,
                                   const SourceText& text) {
  std::vector<Candidate> best;
  for (const NodeMatch& match : matches) {
    const auto broken = broken_conditions(query, text, match);
    Candidate candidate{broken.size(), 0, &match};
    for (const NodeCondition* condition : broken) {
      candidate.unlikeness += unlikeness(*condition, match, text);
    }
    if (broken.empty() || (best.size() == kMostNotes && !candidate.is_nearer(best.back())))
      continue;
    const auto behind = std::find_if(best.begin(), best.end(), [&](const Candidate& other) {
      return candidate.is_nearer(other);
    });
    best.insert(behind, candidate);
    if (best.size() > kMostNotes) best.pop_back();
  }
  return best;
}

std::string conditions_note(const std::vector<const NodeCondition*>& broken) {
  std::string message =
      fmt::format("nearest text: the nodes fit, but not '{}'", broken.front()->spelling);
  for (std::size_t i = 1; i < broken.size(); ++i) {
    message += fmt::format(" nor '{}'", broken[i]->spelling);
  }
  return message;
}

/// Says whether `kind` is a name for several kinds of nodes, such as `expression`.
bool is_supertype(const std::string& kind, Language language) {
  const TSLanguage* grammar = grammar_of(language);
  const TSSymbol symbol = ts_language_symbol_for_name(
      grammar, kind.data(), static_cast<std::uint32_t>(kind.size()), true);
  return ts_language_symbol_type(grammar, symbol) == TSSymbolTypeSupertype;
}

std::vector<Note> missing_kind(const NodeQuery& query, const SourceText& text, ByteRange within,
                               const std::string& file) {
  const std::set<std::string_view> there = kinds_of(syntax_tree_of(text), within);
  for (const std::string& kind : kinds_in(query.spelling())) {
    if (there.contains(kind) || is_supertype(kind, text.language())) continue;
    Note note = note_at(text, within.begin, file);
    note.message = fmt::format("there is no node '{}' from here on", kind);
    return {std::move(note)};
  }
  return {};
}

/// The largest part of the query that stands in `within`, where its place shows what is around it.
std::vector<Note> standing_part(const NodeQuery& query, const SourceText& text, ByteRange within,
                                const std::string& file) {
  constexpr std::size_t kMostTried = 8;
  const std::vector<std::string> parts = inner_nodes_in(query.spelling());
  for (std::size_t i = 0; i < parts.size() && i < kMostTried; ++i) {
    const auto compiled = NodeQuery::compile(parts[i] + " @target", text.language());
    const auto* part = std::get_if<NodeQuery>(&compiled);
    if (part == nullptr) continue;
    const auto found = matches_of(*part, text, within);
    const auto* matches = std::get_if<std::vector<NodeMatch>>(&found);
    if (matches == nullptr || matches->empty()) continue;
    Note expected{.message = "this part of the query"};
    expected.lines.push_back(expected_excerpt(with_folded_space(parts[i]), {}));
    return {note_on(matches->front().target,
                    "nearest text: a part of the query fits, but not what it has around it", text,
                    file),
            std::move(expected)};
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
  for (const Candidate& candidate : nearest_few(*matches, query, text)) {
    const auto broken = broken_conditions(query, text, *candidate.match);
    const auto& nodes = candidate.match->captures[broken.front()->capture];
    notes.push_back(note_on(nodes.empty() ? candidate.match->target : nodes.front(),
                            conditions_note(broken), text, file));
  }
  return notes;
}

std::vector<Note> missing_nodes(const NodeQuery& query, const SourceText& text, ByteRange within,
                                const std::string& file) {
  if (!syntax_tree_of(text).has_tree()) return {};
  std::vector<Note> notes = missing_kind(query, text, within, file);
  return notes.empty() ? standing_part(query, text, within, file) : notes;
}

}  // namespace patcher
