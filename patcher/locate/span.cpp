// SPDX-License-Identifier: MIT
#include "patcher/locate/span.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "patcher/locate/finder.hpp"
#include "patcher/locate/near_miss.hpp"
#include "patcher/locate/near_note.hpp"
#include "patcher/locate/spelled_lines.hpp"

namespace patcher {
namespace {

using Ranges = std::vector<ByteRange>;

template <class Kind>
std::variant<SpanEndFinder, SpellingFault> as_end(std::variant<Kind, SpellingFault> compiled) {
  if (auto* fault = std::get_if<SpellingFault>(&compiled)) return std::move(*fault);
  return SpanEndFinder(std::get<Kind>(std::move(compiled)));
}

std::variant<SpanEndFinder, SpellingFault> end_of(const SpanEnd& end, Language language) {
  if (const auto* lines = std::get_if<LinesAnchor>(&end)) {
    return SpanEndFinder(LinePattern{block_lines(lines->text, 0, language).lines, {}});
  }
  if (const auto* text = std::get_if<TextAnchor>(&end)) return SpanEndFinder(text->text);
  if (const auto* regex = std::get_if<RegexAnchor>(&end)) {
    return as_end(Regex::compile(regex->pattern));
  }
  if (const auto* tokens = std::get_if<TokensAnchor>(&end)) {
    return as_end(TokenPattern::compile(tokens->text, language));
  }
  return as_end(NodeQuery::compile(std::get<NodeAnchor>(end).query, language));
}

/// Searches the kinds of end, each by its own rules.
struct EndSearch {
  const SourceText& text;
  ByteRange within;

  std::variant<Ranges, SearchFault> operator()(const LinePattern& lines) const {
    Ranges ranges;
    for (const LineMatch& match : find_lines(lines, text, within)) ranges.push_back(match.range);
    return ranges;
  }
  std::variant<Ranges, SearchFault> operator()(const std::string& bytes) const {
    return find_bytes(bytes, text, within);
  }
  template <class Pattern>
  std::variant<Ranges, SearchFault> operator()(const Pattern& pattern) const {
    const FoundPlaces found = pattern.find_all(text, within);
    if (const auto* fault = std::get_if<SearchFault>(&found)) return *fault;
    Ranges ranges;
    for (const AnchorPlace& place : std::get<std::vector<AnchorPlace>>(found)) {
      ranges.push_back(place.range);
    }
    return ranges;
  }
};

struct NearestToEnd {
  const SourceText& text;
  ByteRange within;
  const std::string& file;

  std::vector<Note> operator()(const LinePattern& lines) const {
    return near_misses(lines, text, within, file);
  }
  std::vector<Note> operator()(const std::string& bytes) const {
    return near_misses(bytes, text, within, file);
  }
  template <class Pattern>
  std::vector<Note> operator()(const Pattern& pattern) const {
    return near_misses(Finder(pattern), text, within, file);
  }
};

/// Where the ends of the spans stand, ascending.
struct Ends {
  Ranges from;
  Ranges to;
};

std::variant<Ends, SearchFault> ends_in(const Span& span, const SourceText& text,
                                        ByteRange within) {
  auto from = std::visit(EndSearch{text, within}, span.from());
  if (auto* fault = std::get_if<SearchFault>(&from)) return std::move(*fault);
  auto to = std::visit(EndSearch{text, within}, span.to());
  if (auto* fault = std::get_if<SearchFault>(&to)) return std::move(*fault);
  Ends ends{std::get<Ranges>(std::move(from)), std::get<Ranges>(std::move(to))};
  std::sort(ends.from.begin(), ends.from.end());
  std::sort(ends.to.begin(), ends.to.end());
  return ends;
}

SearchFault not_one(std::string message, std::size_t offset, std::vector<FaultPlace> places) {
  return {Code::anchor_ambiguous, std::move(message), offset,
          "choose ends that stand once in the scope, or name an inner scope", std::move(places)};
}

/// What is wrong with a span that would begin at `between.begin` and end at `end`, one of `to`,
/// before `between.end`, where another one begins, or nothing more is.
std::optional<SearchFault> pairing_fault(const Ends& ends, Ranges::const_iterator end,
                                         ByteRange between) {
  const Ranges& to = ends.to;
  if (end == to.end() || end->begin >= between.end) {
    std::vector<FaultPlace> places{{between.begin, "this one has no end of its own"}};
    const auto next =
        std::upper_bound(ends.from.begin(), ends.from.end(), between.begin,
                         [](std::size_t at, ByteRange from) { return at < from.begin; });
    if (next != ends.from.end()) places.push_back({next->begin, "the next one begins here"});
    return not_one("a span begins here as well, but does not end before another one begins",
                   between.begin, std::move(places));
  }
  const auto again = end + 1;
  if (again == to.end() || again->begin >= between.end) return std::nullopt;
  return not_one("the end of the span stands here again, so that it may be meant too", again->begin,
                 {{between.begin, "the span begins here"},
                  {end->begin, "it may end here"},
                  {again->begin, "or here"}});
}

std::string about_end(std::string_view which, std::string_view message) {
  return fmt::format("of the span's {}: {}", which, message);
}

/// What comes nearest to one end of a span, which is not there; `which` it is.
std::vector<Note> near_end(const SpanEndFinder& end, std::string_view which,
                           const NearestToEnd& nearest) {
  std::vector<Note> notes = std::visit(nearest, end);
  if (notes.empty()) {
    return {Note{.message = fmt::format("nothing like the span's {} stands there", which)}};
  }
  notes.front().message = about_end(which, notes.front().message);
  return notes;
}

Note shown_at(std::size_t offset, std::string message, const SourceText& text,
              const std::string& file) {
  Note note = note_at(text, offset, file);
  note.message = std::move(message);
  note.lines.push_back(excerpt_of(text, text.lines().line_at(offset)));
  return note;
}

}  // namespace

std::variant<Span, SpellingFault> Span::compile(const SpanAnchor& anchor, Language language) {
  auto from = end_of(anchor.from, language);
  if (auto* fault = std::get_if<SpellingFault>(&from)) return std::move(*fault);
  auto to = end_of(anchor.to, language);
  if (auto* fault = std::get_if<SpellingFault>(&to)) {
    fault->offset += spelled(anchor.from).size() + 1;
    return std::move(*fault);
  }
  return Span(std::get<SpanEndFinder>(std::move(from)), std::get<SpanEndFinder>(std::move(to)),
              anchor.limit);
}

FoundPlaces Span::find_all(const SourceText& text, ByteRange within) const {
  const auto found = ends_in(*this, text, within);
  if (const auto* fault = std::get_if<SearchFault>(&found)) return *fault;
  const auto& [from, to] = std::get<Ends>(found);
  std::vector<AnchorPlace> places;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const bool is_last = i + 1 == from.size();
    if (!is_last && from[i + 1].begin < from[i].end) {
      return not_one("the beginning of a span stands in another one's", from[i + 1].begin,
                     {{from[i].begin, "one begins here"}, {from[i + 1].begin, "and one here"}});
    }
    const std::size_t limit = is_last ? within.end : from[i + 1].begin;
    const auto end = std::find_if(
        to.begin(), to.end(), [&](const ByteRange& range) { return range.begin >= from[i].end; });
    if (end == to.end() && from.size() == 1) break;
    if (auto fault = pairing_fault(std::get<Ends>(found), end, {from[i].begin, limit})) {
      return *std::move(fault);
    }
    const bool takes_end = limit_ == SpanLimit::inclusive;
    places.push_back({{from[i].begin, takes_end ? end->end : end->begin}});
  }
  return places;
}

bool Span::is_whole_lines() const {
  return std::holds_alternative<LinePattern>(from_) && std::holds_alternative<LinePattern>(to_);
}

std::vector<Note> nearest(const Span& span, const SourceText& text, ByteRange within,
                          const std::string& file) {
  const auto found = ends_in(span, text, within);
  const auto* ends = std::get_if<Ends>(&found);
  if (ends == nullptr) return {};
  if (ends->from.empty()) {
    std::vector<Note> notes = near_end(span.from(), "beginning", {text, within, file});
    if (!ends->to.empty()) {
      notes.push_back(shown_at(ends->to.front().begin, "the span would end here", text, file));
    }
    return notes;
  }
  const std::size_t begin = ends->from.front().begin;
  std::vector<Note> notes{shown_at(begin, "the span would begin here", text, file)};
  if (!ends->to.empty()) {
    notes.push_back(shown_at(ends->to.front().begin,
                             "its end stands here, and not behind its beginning", text, file));
    return notes;
  }
  const ByteRange below{ends->from.front().end, within.end};
  for (Note& note : near_end(span.to(), "end", {text, below, file})) {
    notes.push_back(std::move(note));
  }
  return notes;
}

}  // namespace patcher
