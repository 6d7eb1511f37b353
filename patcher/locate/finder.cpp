// SPDX-License-Identifier: MIT
#include "patcher/locate/finder.hpp"

#include <utility>

#include "patcher/locate/near_note.hpp"
#include "patcher/locate/node_near.hpp"
#include "patcher/locate/regex_near.hpp"
#include "patcher/locate/token_near.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostNotes = 6;

template <class Kind>
std::variant<Finder, SpellingFault> as_finder(std::variant<Kind, SpellingFault> compiled) {
  if (auto* fault = std::get_if<SpellingFault>(&compiled)) return std::move(*fault);
  return Finder(std::get<Kind>(std::move(compiled)));
}

/// A whole place is never missed: its scope is there, or not.
std::vector<Note> nearest(const WholePlace& /*place*/, const SourceText& /*text*/,
                          ByteRange /*within*/, const std::string& /*file*/) {
  return {};
}

/// Where the whole of it stands, but not in `within`.
struct Elsewhere {
  std::vector<std::size_t> outside;
  std::vector<std::size_t> reaching_out;  ///< They begin in it.
};

Elsewhere places_elsewhere(const Finder& finder, const SourceText& text, ByteRange within) {
  Elsewhere elsewhere;
  const FoundPlaces found = find_places(finder, text, text.all());
  const auto* places = std::get_if<std::vector<AnchorPlace>>(&found);
  if (places == nullptr) return elsewhere;
  for (const AnchorPlace& place : *places) {
    if (within.contains(place.range)) continue;
    const std::size_t begin = place.range.begin;
    const bool begins_inside = within.begin <= begin && begin < within.end;
    (begins_inside ? elsewhere.reaching_out : elsewhere.outside).push_back(begin);
  }
  return elsewhere;
}

}  // namespace

std::variant<Finder, SpellingFault> finder_of(const Anchor& anchor, Language language) {
  if (const auto* regex = std::get_if<RegexAnchor>(&anchor)) {
    return as_finder(Regex::compile(regex->pattern));
  }
  if (const auto* node = std::get_if<NodeAnchor>(&anchor)) {
    return as_finder(NodeQuery::compile(node->query, language));
  }
  if (std::holds_alternative<DefinitionAnchor>(anchor)) return Finder(WholePlace{});
  if (const auto* span = std::get_if<SpanAnchor>(&anchor)) {
    return as_finder(Span::compile(*span, language));
  }
  return as_finder(TokenPattern::compile(std::get<TokensAnchor>(anchor).text, language));
}

FoundPlaces WholePlace::find_all(const SourceText& text, ByteRange within) const {
  const LineIndex& lines = text.lines();
  const ByteRange whole{lines.whole(lines.line_at(within.begin)).begin,
                        lines.whole(lines.line_at(within.end - 1)).end};
  if (whole == within) return std::vector<AnchorPlace>{{within}};
  return SearchFault{Code::place_unfit, "other code stands on the definition's first or last line",
                     within.begin, "use 'span', or an anchor inside the definition"};
}

FoundPlaces find_places(const Finder& finder, const SourceText& text, ByteRange within) {
  return std::visit([&](const auto& kind) { return kind.find_all(text, within); }, finder);
}

std::vector<Note> near_misses(const Finder& finder, const SourceText& text, ByteRange within,
                              const std::string& file) {
  std::vector<Note> notes =
      std::visit([&](const auto& kind) { return nearest(kind, text, within, file); }, finder);
  const Elsewhere elsewhere = places_elsewhere(finder, text, within);
  append_outside(notes, {"it fits", elsewhere.outside}, text, file);
  for (const std::size_t begin : elsewhere.reaching_out) {
    notes.push_back(note_at(text, begin, file));
    notes.back().message = "it fits from here on, but reaches out of the scope";
    if (notes.size() > kMostNotes) break;
  }
  const auto* query = std::get_if<NodeQuery>(&finder);
  return notes.empty() && query != nullptr ? missing_nodes(*query, text, within, file) : notes;
}

}  // namespace patcher
