// SPDX-License-Identifier: MIT
#include "patcher/plan/text_diagnosis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "patcher/locate/near_miss.hpp"
#include "patcher/plan/hunk_near.hpp"
#include "patcher/plan/search_notes.hpp"

namespace patcher {
namespace {

std::string counted(std::size_t count) {
  return count == 1 ? "1 place" : fmt::format("{} places", count);
}

/// Whether a line holds more than the bytes of an anchor within it, so that a person may have
/// meant the whole line.
bool is_part_of_longer_line(const Search& search, ByteRange range) {
  const ByteRange line = search.text.lines().content(search.text.lines().line_at(range.begin));
  return line.begin < range.begin || range.end < line.end;
}

std::string narrowing_hint(const Search& search) {
  if (!has_scopes(search.text.language())) return "take more lines into the anchor";
  return search.edit.scope ? "name an inner scope, or take more lines into the anchor"
                           : "name the definition with 'scope:', or take more lines into the "
                             "anchor";
}

std::string place_message(const Search& search, const Spot& spot) {
  if (!std::holds_alternative<ByteShape>(search.shape)) return "it stands here";
  return is_part_of_longer_line(search, spot.range) ? "it is only a part of this longer line"
                                                    : "it is this whole line";
}

/// Notes on the first few of `places`: of the results, then of the anchors, by `message_of`.
template <class MessageOf>
void add_places(const Search& search, const Places& places, MessageOf message_of,
                std::vector<Note>& notes) {
  const std::size_t most = notes.size() + kMostNotes;
  for (const Spot& spot : places.results) {
    if (notes.size() == most) break;
    notes.push_back(note_at(search, spot.range, "the result stands here"));
  }
  for (const Spot& spot : places.anchors) {
    if (notes.size() == most) break;
    notes.push_back(note_at(search, spot.range, message_of(spot)));
  }
  add_rest(places.size() - std::min(places.size(), kMostNotes), notes);
}

/// Whether `note` shows a line of the text that is being searched.
bool is_inside(const Note& note, const Search& search) {
  const LineIndex& lines = search.text.lines();
  return note.where.line >= lines.number_at(search.within.begin) &&
         note.where.line < lines.number_at(search.within.end);
}

std::string drift_hint(const Search& search, const std::vector<Note>& notes) {
  const std::vector<std::string> homes = other_homes(search);
  // Text in the scope that resembles the anchor is what became of it; a twin elsewhere is not.
  const bool nothing_near = notes.empty() || !is_inside(notes.front(), search);
  if (search.edit.scope && nothing_near && homes.size() == 1) {
    return fmt::format("if the code moved there, write 'scope: {}'", homes.front());
  }
  return "read the place and write the anchor anew, or drop the patch if upstream has made the "
         "change";
}

std::string drift_message(const Search& search, std::size_t old_count, std::size_t result_count) {
  const std::string where = search.edit.scope ? fmt::format("in '{}'", spelled(*search.edit.scope))
                                              : fmt::format("in '{}'", search.edit.file.str());
  if (old_count + result_count == 0) {
    return search.edit.count == 1
               ? fmt::format("anchor not found {}", where)
               : fmt::format("anchor not found {}, expected {}", where, counted(search.edit.count));
  }
  if (result_count == 0) {
    return fmt::format("anchor matches {} of {} {}, and the result stands nowhere", old_count,
                       search.edit.count, where);
  }
  return fmt::format("anchor matches {} of {} {}, and the result already stands at {}", old_count,
                     search.edit.count, where, counted(result_count));
}

}  // namespace

std::vector<Note> nearest_notes(const Search& search) {
  const std::string& file = search.edit.file.str();
  if (const auto* lines = std::get_if<LineShape>(&search.shape)) {
    return near_misses(LinePattern{lines->old_lines, lines->old_base}, search.text, search.within,
                       file);
  }
  if (const auto* bytes = std::get_if<ByteShape>(&search.shape)) {
    return near_misses(bytes->old_bytes, search.text, search.within, file);
  }
  if (const auto* hunk = std::get_if<HunkShape>(&search.shape)) return near_hunk(search, *hunk);
  return near_misses(std::get<PatternShape>(search.shape).finder, search.text, search.within, file);
}

Finding ambiguous(const Search& search, const Places& places) {
  const bool elsewhere = !places.results.empty();
  Diagnostic diagnostic =
      elsewhere ? about_edit(search, Code::result_elsewhere,
                             fmt::format("the result already stands at {} and the anchor at {}, "
                                         "expected {} in all",
                                         counted(places.results.size()),
                                         counted(places.anchors.size()), search.edit.count))
                : about_edit(search, Code::anchor_ambiguous,
                             fmt::format("anchor matches {}, expected {}",
                                         counted(places.anchors.size()), search.edit.count));
  add_places(
      search, places, [&](const Spot& spot) { return place_message(search, spot); },
      diagnostic.notes);
  const Spot& first = places.anchors.empty() ? places.results.front() : places.anchors.front();
  point_at(diagnostic, search.text, first.range.begin);
  diagnostic.hint = narrowing_hint(search);
  Finding finding;
  finding.state = State::ambiguous;
  finding.places = ranges_of(places.anchors.empty() ? places.results : places.anchors);
  finding.diagnostics.push_back(std::move(diagnostic));
  return finding;
}

Finding drifted(const Search& search, const Places& places) {
  Diagnostic diagnostic =
      about_edit(search, Code::anchor_not_found,
                 drift_message(search, places.anchors.size(), places.results.size()));
  add_places(
      search, places, [](const Spot&) { return std::string("it stands here"); }, diagnostic.notes);
  if (places.anchors.empty() && places.results.empty()) diagnostic.notes = nearest_notes(search);
  const bool is_shown = !diagnostic.notes.empty() && diagnostic.notes.front().where.line > 0;
  if (is_shown) {
    const Note& nearest = diagnostic.notes.front();
    diagnostic.target = nearest.where;
    diagnostic.in = nearest.in;
  } else {
    point_at(diagnostic, search.text, search.within.begin);
    diagnostic.target.column = 0;
  }
  diagnostic.hint = drift_hint(search, diagnostic.notes);
  Finding finding;
  finding.state = State::drifted;
  finding.places = ranges_of(places.anchors);
  const bool is_recognisable = is_recognised(search.shape);
  finding.may_be_done = places.size() == 0 && (!is_recognisable || refers_to_groups(search.shape));
  if (finding.may_be_done) {
    diagnostic.notes.push_back(
        {is_recognisable
             ? "where a group of it took no part, its new text cannot be recognised: if "
               "the edit is done, only the record can tell"
             : "its new text is too short to be recognised: if the edit is done, only "
               "the record can tell",
         {},
         {},
         {}});
  }
  finding.diagnostics.push_back(std::move(diagnostic));
  return finding;
}

Finding given_up(const Search& search, const SearchFault& fault) {
  Diagnostic diagnostic = about_edit(search, fault.code, fault.message);
  point_at(diagnostic, search.text, fault.offset);
  for (const FaultPlace& place : fault.places) {
    const std::size_t end =
        search.text.lines().content(search.text.lines().line_at(place.offset)).end;
    diagnostic.notes.push_back(
        note_at(search, {place.offset, std::max(end, place.offset)}, place.message));
  }
  diagnostic.hint = fault.hint;
  Finding finding;
  const bool is_ambiguous =
      fault.code == Code::anchor_ambiguous || fault.code == Code::scope_ambiguous;
  if (is_ambiguous) finding.state = State::ambiguous;
  finding.diagnostics.push_back(std::move(diagnostic));
  return finding;
}

Finding partial(const Search& search, const Places& places) {
  Diagnostic diagnostic = about_edit(
      search, Code::partly_applied,
      fmt::format("{} of {} is done already", places.results.size(), counted(search.edit.count)));
  add_places(
      search, places, [](const Spot&) { return std::string("the anchor stands here"); },
      diagnostic.notes);
  point_at(diagnostic, search.text, places.anchors.front().range.begin);
  diagnostic.hint = "restore the file from its base, then apply";
  Finding finding;
  finding.state = State::partial;
  finding.places = ranges_of(places.anchors);
  finding.diagnostics.push_back(std::move(diagnostic));
  return finding;
}

}  // namespace patcher
