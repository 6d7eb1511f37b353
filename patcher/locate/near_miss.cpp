// SPDX-License-Identifier: MIT
#include "patcher/locate/near_miss.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "patcher/locate/blanks.hpp"
#include "patcher/locate/near_note.hpp"
#include "patcher/locate/nearest_bytes.hpp"
#include "patcher/locate/nearest_lines.hpp"
#include "patcher/locate/other_layout.hpp"

namespace patcher {
namespace {

constexpr double kLeastLikeness = 0.5;
// When the lines stand elsewhere, only what is very like them is worth a word.
constexpr double kLeastLikenessWhenOutside = 0.75;
constexpr std::size_t kLeastContained = 4;  // Bytes; a shorter text is part of many lines.
constexpr std::ptrdiff_t kMostShown = 12;   // Lines of a note.
constexpr std::ptrdiff_t kShownBefore = 2;  // Of them before the first difference.

/// How many lines of a place differ, and in what way.
struct Tally {
  std::size_t expected = 0;
  std::size_t changed = 0;
  std::size_t blanks_only = 0;  // Of those changed.
  std::size_t missing = 0;
  std::size_t extra = 0;
};

Tally tally_of(const ComparedPlace& place, const SourceText& text) {
  Tally tally;
  for (const ComparedLine& line : place.lines) {
    tally.expected += line.expected ? 1 : 0;
    if (!line.found) {
      ++tally.missing;
    } else if (!line.expected) {
      ++tally.extra;
    } else if (line.differs()) {
      ++tally.changed;
      const std::string found = without_blanks(text.lines().text(*line.found));
      tally.blanks_only += without_blanks(*line.expected) == found ? 1 : 0;
    }
  }
  return tally;
}

using Lines = std::vector<ComparedLine>;
using Shown = std::span<const ComparedLine>;

Lines::const_iterator first_difference(const Lines& lines) {
  const auto first = std::find_if(lines.begin(), lines.end(),
                                  [](const ComparedLine& line) { return line.differs(); });
  return first == lines.end() ? lines.begin() : first;
}

/// What kind of difference `place` has from the pattern, as a message.
std::string kind_of(const ComparedPlace& place, const SourceText& text) {
  const Tally tally = tally_of(place, text);
  const std::size_t differing = tally.changed + tally.missing;
  if (differing == 0 && tally.extra == 0) {
    return fmt::format("the first {} of it", counted(tally.expected, "line"));
  }
  if (differing == 0) {
    return fmt::format("the same lines with {} between", counted(tally.extra, "other line"));
  }
  if (tally.changed == 0 && tally.extra == 0) {
    return fmt::format("{} of {} not there", tally.missing, counted(tally.expected, "line"));
  }
  const bool only_blanks = tally.blanks_only == differing;
  if (tally.extra == 0 && tally.missing == 0 && (only_blanks || differing == 1)) {
    const ComparedLine& line = *first_difference(place.lines);
    const std::size_t found = line.found.value_or(0);
    return difference_kind(line.expected.value_or(""), text.lines().text(found),
                           static_cast<std::uint32_t>(found + 1));
  }
  return fmt::format("{} of {} differ", differing, counted(tally.expected, "line"));
}

/// Where two lines part, in bytes; 0 when only one of them is there.
std::size_t parting_of(const LineDifference& marks) {
  std::size_t parting = std::string::npos;
  if (!marks.expected.empty()) parting = marks.expected.front().begin;
  if (!marks.found.empty()) parting = std::min(parting, marks.found.front().begin);
  return parting == std::string::npos ? 0 : parting;
}

/// The offset in `text` of the first byte that differs in `place`.
std::size_t first_differing_byte(const ComparedPlace& place, const SourceText& text) {
  const auto difference = first_difference(place.lines);
  auto line = difference;
  // A line that is missing would stand after the found one before it, or before the first.
  while (!line->found && line != place.lines.begin()) --line;
  while (!line->found) ++line;
  const std::size_t parting = line == difference ? parting_of(line->marks) : 0;
  return text.lines().content(line->found.value_or(0)).begin + parting;
}

/// Two notes: the found lines with `message`, and the expected ones.
std::vector<Note> notes_on(const ComparedPlace& place, std::string message, const SourceText& text,
                           const std::string& file) {
  Note found = note_at(text, first_differing_byte(place, text), file);
  found.message = std::move(message);
  Note expected{.message = "expected"};
  const auto difference = first_difference(place.lines);
  const auto first = difference - std::min(difference - place.lines.begin(), kShownBefore);
  const auto end = first + std::min(place.lines.end() - first, kMostShown);
  for (const ComparedLine& line : Shown(first, end)) {
    if (line.found) found.lines.push_back(excerpt_of(text, *line.found, line.marks.found));
    if (line.expected) {
      expected.lines.push_back(expected_excerpt(*line.expected, line.marks.expected));
    }
  }
  return {std::move(found), std::move(expected)};
}

/// Says whether `place` is one line that differs in blanks alone.
bool differs_in_blanks_only(const ComparedPlace& place, const SourceText& text) {
  const Tally tally = tally_of(place, text);
  return tally.changed == tally.blanks_only && tally.missing + tally.extra == 0;
}

/// Says whether all lines are there, and other ones between them.
bool has_others_between(const ComparedPlace& place, const SourceText& text) {
  const Tally tally = tally_of(place, text);
  return tally.extra > 0 && tally.changed + tally.missing == 0;
}

/// Where something was looked for, and in vain.
struct Search {
  const SourceText& text;
  ByteRange within;
  const std::string& file;
};

std::string text_of(const LinePattern& pattern) {
  std::string text;
  for (const PatternLine& line : pattern.lines) text += line.text + "\n";
  return text;
}

std::vector<Note> nearest_notes(const LinePattern& pattern, const Search& search,
                                double least_likeness) {
  const ComparedPlace place = nearest_lines(pattern, search.text, search.within);
  const bool is_like = place.likeness >= least_likeness;
  const ComparedPlace holder = holding_line(pattern, search.text, search.within);
  const bool is_contained =
      !holder.lines.empty() && pattern.lines.front().text.size() >= kLeastContained;
  if (is_contained && !(is_like && differs_in_blanks_only(place, search.text))) {
    const std::size_t number = holder.lines.front().found.value_or(0) + 1;
    return notes_on(holder, fmt::format("line {} only contains it", number), search.text,
                    search.file);
  }
  const bool is_told = is_like && (differs_in_blanks_only(place, search.text) ||
                                   has_others_between(place, search.text));
  if (!is_told) {
    auto note = same_tokens(text_of(pattern), search.text, search.within, search.file);
    if (note) return {*std::move(note)};
  }
  if (!is_like) return {};
  return notes_on(place, "nearest text: " + kind_of(place, search.text), search.text, search.file);
}

std::vector<Note> nearest_notes(std::string_view needle, const Search& search) {
  const auto part = nearest_bytes(needle, search.text, search.within);
  const LineIndex& lines = search.text.lines();
  std::string_view like;
  if (part) like = lines.text(part->line).substr(part->range.begin, part->range.size());
  if (!part || without_blanks(like) != without_blanks(needle)) {
    auto note = same_tokens(needle, search.text, search.within, search.file);
    if (note) return {*std::move(note)};
  }
  if (!part) return {};
  LineDifference marks = difference(needle, like);
  const std::size_t first = part->range.begin + parting_of(marks);
  for (ByteRange& mark : marks.found) {
    mark = {mark.begin + part->range.begin, mark.end + part->range.begin};
  }
  Note found = note_at(search.text, lines.content(part->line).begin + first, search.file);
  found.message = "nearest text: " + difference_kind(needle, like, found.where.line);
  found.lines.push_back(excerpt_of(search.text, part->line, std::move(marks.found)));
  Note expected{.message = "expected"};
  expected.lines.push_back(expected_excerpt(std::string(needle), std::move(marks.expected)));
  return {std::move(found), std::move(expected)};
}

}  // namespace

std::vector<Note> near_misses(const LinePattern& pattern, const SourceText& text, ByteRange within,
                              const std::string& file) {
  const bool has_text = std::any_of(pattern.lines.begin(), pattern.lines.end(),
                                    [](const PatternLine& line) { return !line.text.empty(); });
  if (!has_text) return {};
  std::vector<std::size_t> outside;
  for (const LineMatch& match : find_lines(pattern, text, text.all())) {
    if (!within.contains(match.range)) outside.push_back(match.range.begin);
  }
  const double least = outside.empty() ? kLeastLikeness : kLeastLikenessWhenOutside;
  std::vector<Note> notes = nearest_notes(pattern, {text, within, file}, least);
  append_outside(notes, {"the same lines stand", std::move(outside)}, text, file);
  return notes;
}

std::vector<Note> nearest_text(std::string_view needle, const SourceText& text, ByteRange within,
                               const std::string& file) {
  return nearest_notes(needle, {text, within, file});
}

std::vector<Note> near_misses(std::string_view needle, const SourceText& text, ByteRange within,
                              const std::string& file) {
  std::vector<std::size_t> outside;
  for (const ByteRange& place : find_bytes(needle, text, text.all())) {
    if (!within.contains(place)) outside.push_back(place.begin);
  }
  std::vector<Note> notes = nearest_notes(needle, {text, within, file});
  append_outside(notes, {"the same text stands", std::move(outside)}, text, file);
  return notes;
}

}  // namespace patcher
