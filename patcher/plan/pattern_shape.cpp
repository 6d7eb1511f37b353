// SPDX-License-Identifier: MIT
#include "patcher/plan/pattern_shape.hpp"

#include <algorithm>
#include <utility>

#include "patcher/locate/line_pattern.hpp"
#include "patcher/plan/pattern_change.hpp"

namespace patcher {
namespace {

using AnchorPlaces = std::vector<AnchorPlace>;

Manner manner_of(const Finder& finder) {
  if (std::holds_alternative<Regex>(finder)) return Manner::verbatim;
  if (std::holds_alternative<WholePlace>(finder)) return Manner::whole_lines;
  const auto* span = std::get_if<Span>(&finder);
  if (span == nullptr) return Manner::indented;
  return span->is_whole_lines() ? Manner::whole_lines : Manner::verbatim;
}

/// New text that refers to groups, at every place that it may have been made of.
std::variant<std::vector<ByteRange>, SearchFault> results_of_pattern(const Regex& result,
                                                                     const SourceText& text,
                                                                     ByteRange within) {
  const FoundPlaces found = result.find_all(text, within);
  if (const auto* fault = std::get_if<SearchFault>(&found)) return *fault;
  std::vector<ByteRange> ranges;
  for (const AnchorPlace& place : std::get<AnchorPlaces>(found)) ranges.push_back(place.range);
  return ranges;
}

/// New text over several lines, at every place where it stands as it would be put there.
std::vector<ByteRange> results_as_put(const PatternShape& shape, const SourceText& text,
                                      ByteRange within) {
  std::vector<ByteRange> ranges;
  for (const ByteRange& first : find_bytes(shape.lines.lines.front().text, text, within)) {
    const auto fresh = replacement_at(shape, first.begin, text);
    const auto* bytes = std::get_if<std::string>(&fresh);
    if (bytes == nullptr) continue;
    const ByteRange range{first.begin, first.begin + bytes->size()};
    const bool stands =
        within.contains(range) && text.bytes().substr(range.begin, range.size()) == *bytes;
    if (stands) ranges.push_back(range);
  }
  return ranges;
}

std::vector<ByteRange> ranges_of_lines(const PatternShape& shape, const SourceText& text,
                                       ByteRange within) {
  std::vector<ByteRange> ranges;
  for (const LineMatch& match : find_lines({shape.lines.lines, {}}, text, within)) {
    ranges.push_back(match.range);
  }
  return ranges;
}

std::variant<std::vector<ByteRange>, SearchFault> results_anywhere(const PatternShape& shape,
                                                                   const SourceText& text,
                                                                   ByteRange within) {
  if (shape.referring) return results_of_pattern(*shape.result, text, within);
  if (shape.manner == Manner::verbatim) return find_bytes(shape.text, text, within);
  if (shape.manner == Manner::whole_lines) return ranges_of_lines(shape, text, within);
  return results_as_put(shape, text, within);
}

void sort(std::vector<Spot>& spots) {
  std::sort(spots.begin(), spots.end(),
            [](const Spot& a, const Spot& b) { return a.range < b.range; });
}

/// Adds what reads as the new text of a replacement and is no match of the anchor itself.
std::optional<SearchFault> add_standing(const PatternShape& shape, const SourceText& text,
                                        ByteRange within, Places& places) {
  const auto found = results_anywhere(shape, text, within);
  if (const auto* fault = std::get_if<SearchFault>(&found)) return *fault;
  std::vector<ByteRange> known;
  for (const Spot& spot : places.results) known.push_back(spot.range);
  for (const ByteRange& range : std::get<std::vector<ByteRange>>(found)) {
    if (std::binary_search(known.begin(), known.end(), range)) continue;
    places.results.push_back({range, text.lines().line_at(range.begin)});
  }
  sort(places.results);
  return std::nullopt;
}

std::variant<std::monostate, EditFault> add_references(const TextEdit& edit, PatternShape& shape) {
  const Regex& regex = std::get<Regex>(shape.finder);
  auto referring = ReferringText::parse(edit.text, regex);
  if (auto* fault = std::get_if<SpellingFault>(&referring)) {
    return EditFault{EditFault::Part::text, std::move(*fault)};
  }
  shape.referring = std::get<ReferringText>(std::move(referring));
  shape.result = shape.referring->result_of(regex);
  return {};
}

}  // namespace

std::variant<PatternShape, EditFault> pattern_shape_of(const TextEdit& edit, Language language) {
  auto finder = finder_of(edit.anchor, language);
  if (auto* fault = std::get_if<SpellingFault>(&finder)) {
    return EditFault{EditFault::Part::anchor, std::move(*fault)};
  }
  const Manner manner = manner_of(std::get<Finder>(finder));
  PatternShape shape{std::get<Finder>(std::move(finder)), edit.action, manner, edit.text};
  if (edit.references == References::expanded) {
    auto added = add_references(edit, shape);
    if (auto* fault = std::get_if<EditFault>(&added)) return std::move(*fault);
  }
  const bool is_continued = manner == Manner::indented && edit.action == Action::replace;
  if (is_continued) {
    shape.lines = continued_lines(edit.text, language);
  } else if (manner != Manner::verbatim) {
    shape.lines = block_lines(edit.text, edit.reindent, language);
  }
  // Read once: new text may be judged at many thousand places.
  shape.has_literal =
      shape.lines.lines.size() > 1 && !multi_line_literals(edit.text, language).empty();
  return shape;
}

std::variant<Places, SearchFault> sides_of(const PatternShape& shape, const SourceText& text,
                                           ByteRange within) {
  const FoundPlaces found = find_places(shape.finder, text, within);
  if (const auto* fault = std::get_if<SearchFault>(&found)) return *fault;
  Places places;
  for (const AnchorPlace& place : std::get<AnchorPlaces>(found)) {
    PatternOutcome outcome = outcome_at({shape, place, text, within});
    (outcome.is_done ? places.results : places.anchors).push_back(std::move(outcome.spot));
  }
  sort(places.anchors);
  sort(places.results);
  const bool stands_alone = shape.action == Action::replace && is_recognised(shape);
  if (!stands_alone) return places;
  if (auto fault = add_standing(shape, text, within, places)) return *std::move(fault);
  return places;
}

bool is_recognised(const PatternShape& shape) {
  if (shape.action != Action::replace) return true;
  if (std::holds_alternative<WholePlace>(shape.finder)) return false;
  if (shape.referring && !shape.result) return false;
  const bool begins_blank = shape.manner == Manner::indented && !shape.lines.lines.empty() &&
                            shape.lines.lines.front().text.empty();
  if (begins_blank) return false;
  constexpr std::size_t kLeast = 4;  // Bytes that are not blank; less is part of many lines.
  const std::string literal = shape.referring ? shape.referring->literal() : shape.text;
  const auto solid = std::count_if(literal.begin(), literal.end(), [](char byte) {
    return byte != ' ' && byte != '\t' && byte != '\n';
  });
  return static_cast<std::size_t>(solid) >= kLeast;
}

}  // namespace patcher
