// SPDX-License-Identifier: MIT
#include "patcher/plan/pattern_shape.hpp"

#include <algorithm>
#include <utility>

#include "patcher/locate/line_pattern.hpp"

namespace patcher {
namespace {

using AnchorPlaces = std::vector<AnchorPlace>;

/// The new text at one place, as the lines there end.
std::string fresh_at(const PatternShape& shape, const AnchorPlace& place, const SourceText& text) {
  const std::size_t line = text.lines().line_at(place.range.begin);
  if (!shape.referring) return with_endings(shape.text, text.lines(), line);
  return shape.referring->text_at(place, text.bytes(), ending_near(text.lines(), line));
}

Spot spot_at(ByteRange range, const SourceText& text, Change change) {
  return {range, text.lines().line_at(range.begin), {}, std::move(change)};
}

bool stands_at(std::string_view fresh, ByteRange range, const SourceText& text, ByteRange within) {
  return within.contains(range) && text.bytes().substr(range.begin, range.size()) == fresh;
}

void add_replacement(const AnchorPlace& place, std::string fresh, const SourceText& text,
                     Places& places) {
  if (text.bytes().substr(place.range.begin, place.range.size()) == fresh) {
    places.results.push_back(spot_at(place.range, text, {}));
  } else {
    places.anchors.push_back(spot_at(place.range, text, Splice{place.range, std::move(fresh)}));
  }
}

/// Where new text stands that was put right before or after `place`.
ByteRange beside(ByteRange place, Action action, std::size_t size) {
  if (action == Action::insert_after) return {place.end, place.end + size};
  return {place.begin - std::min(size, place.begin), place.begin};
}

/// One place of an insertion: done where the new text stands beside it.
struct Insertion {
  const PatternShape& shape;
  const SourceText& text;
  ByteRange within;

  void add(const AnchorPlace& place, std::string fresh, Places& places) const {
    const ByteRange there = beside(place.range, shape.action, fresh.size());
    if (stands_at(fresh, there, text, within)) {
      const ByteRange whole{std::min(there.begin, place.range.begin),
                            std::max(there.end, place.range.end)};
      places.results.push_back(spot_at(whole, text, Splice{there, ""}));
      return;
    }
    const std::size_t at =
        shape.action == Action::insert_after ? place.range.end : place.range.begin;
    places.anchors.push_back(spot_at(place.range, text, Splice{{at, at}, std::move(fresh)}));
  }
};

/// Adds what reads as the new text of a replacement and is no match of the anchor itself.
std::optional<SearchFault> add_standing(const PatternShape& shape, const SourceText& text,
                                        ByteRange within, Places& places) {
  std::vector<ByteRange> ranges;
  if (shape.referring) {
    const FoundPlaces found = shape.result->find_all(text, within);
    if (const auto* fault = std::get_if<SearchFault>(&found)) return *fault;
    for (const AnchorPlace& place : std::get<AnchorPlaces>(found)) ranges.push_back(place.range);
  } else {
    ranges = find_bytes(shape.text, text, within);
  }
  std::vector<ByteRange> known;
  for (const Spot& spot : places.results) known.push_back(spot.range);
  for (const ByteRange& range : ranges) {
    if (std::binary_search(known.begin(), known.end(), range)) continue;
    places.results.push_back(spot_at(range, text, {}));
  }
  std::sort(places.results.begin(), places.results.end(),
            [](const Spot& a, const Spot& b) { return a.range < b.range; });
  return std::nullopt;
}

}  // namespace

std::variant<PatternShape, EditFault> pattern_shape_of(const TextEdit& edit) {
  auto finder = finder_of(edit.anchor);
  if (auto* fault = std::get_if<SpellingFault>(&finder)) {
    return EditFault{EditFault::Part::anchor, std::move(*fault)};
  }
  PatternShape shape{std::get<Finder>(std::move(finder)), edit.action, edit.text};
  if (edit.references == References::literal) return shape;
  const Regex& regex = std::get<Regex>(shape.finder);
  auto referring = ReferringText::parse(edit.text, regex);
  if (auto* fault = std::get_if<SpellingFault>(&referring)) {
    return EditFault{EditFault::Part::text, std::move(*fault)};
  }
  shape.referring = std::get<ReferringText>(std::move(referring));
  shape.result = shape.referring->result_of(regex);
  return shape;
}

std::variant<Places, SearchFault> sides_of(const PatternShape& shape, const SourceText& text,
                                           ByteRange within) {
  const FoundPlaces found = find_places(shape.finder, text, within);
  if (const auto* fault = std::get_if<SearchFault>(&found)) return *fault;
  Places places;
  for (const AnchorPlace& place : std::get<AnchorPlaces>(found)) {
    std::string fresh = fresh_at(shape, place, text);
    if (shape.action == Action::replace) {
      add_replacement(place, std::move(fresh), text, places);
    } else {
      Insertion{shape, text, within}.add(place, std::move(fresh), places);
    }
  }
  const bool stands_alone = shape.action == Action::replace && is_recognised(shape);
  if (!stands_alone) return places;
  if (auto fault = add_standing(shape, text, within, places)) return *std::move(fault);
  return places;
}

bool is_recognised(const PatternShape& shape) {
  if (shape.action != Action::replace) return true;
  if (shape.referring && !shape.result) return false;
  constexpr std::size_t kLeast = 4;  // Bytes that are not blank; less is part of many lines.
  const std::string literal = shape.referring ? shape.referring->literal() : shape.text;
  const auto solid = std::count_if(literal.begin(), literal.end(), [](char byte) {
    return byte != ' ' && byte != '\t' && byte != '\n';
  });
  return static_cast<std::size_t>(solid) >= kLeast;
}

}  // namespace patcher
