// SPDX-License-Identifier: MIT
#include "patcher/locate/finder.hpp"

#include <utility>

#include "patcher/locate/near_note.hpp"
#include "patcher/locate/node_near.hpp"
#include "patcher/locate/regex_near.hpp"
#include "patcher/locate/token_near.hpp"

namespace patcher {
namespace {

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

std::vector<std::size_t> beginnings_outside(const Finder& finder, const SourceText& text,
                                            ByteRange within) {
  std::vector<std::size_t> beginnings;
  const FoundPlaces found = find_places(finder, text, text.all());
  const auto* places = std::get_if<std::vector<AnchorPlace>>(&found);
  if (places == nullptr) return beginnings;
  for (const AnchorPlace& place : *places) {
    if (!within.contains(place.range)) beginnings.push_back(place.range.begin);
  }
  return beginnings;
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
  append_outside(notes, {"it fits", beginnings_outside(finder, text, within)}, text, file);
  return notes;
}

}  // namespace patcher
