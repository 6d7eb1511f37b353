// SPDX-License-Identifier: MIT
// Findings of edits whose anchor fits, but whose new text cannot stand at the place.
#include <fmt/format.h>

#include <string>
#include <utility>

#include "patcher/locate/near_note.hpp"
#include "patcher/plan/search_notes.hpp"
#include "patcher/plan/text_diagnosis.hpp"

namespace patcher {
namespace {

/// What is said about an `Unfit`.
struct Saying {
  Code code;
  std::string message;
  std::string hint;
};

Saying unshiftable(const Search& search, const Spot& spot) {
  if (search.edit.reindent == 0) {
    return {
        Code::indentation_unfit,
        fmt::format("a later line of the new text stands further left than its first, for which "
                    "an indentation of {} has no room",
                    counted(spot.base.size(), "byte")),
        "indent the later lines of the new text as far as its first, or further"};
  }
  if (search.edit.reindent > 0) {
    return {Code::indentation_unfit,
            fmt::format("'reindent: {}' would put spaces behind the tabs of this indentation",
                        search.edit.reindent),
            "use 'replace' with the anchor's line and the deeper one, which has a tab more"};
  }
  return {Code::indentation_unfit,
          fmt::format("'reindent: {}' takes more spaces than an indentation of {} has at its end",
                      search.edit.reindent, counted(spot.base.size(), "byte")),
          "choose a smaller shift"};
}

Saying saying_of(const Search& search, const Spot& spot, Unfit why) {
  switch (why) {
    case Unfit::cannot_shift:
      return unshiftable(search, spot);
    case Unfit::mixes_tabs_and_spaces:
      return {Code::indentation_unfit, "the new text would mix tabs and spaces in one indentation",
              "indent the new text with the bytes that the file uses here"};
    case Unfit::changes_literal:
      return {Code::indentation_unfit,
              "the new text holds a string of several lines, which the indentation of this place "
              "would change",
              "spell the new text on the indentation of the place, or use 'find' with 'indent'"};
    case Unfit::begins_within_line:
      return {Code::place_unfit,
              "lines cannot go before this place: other text stands before it on its line",
              "begin the anchor with the first token of the line, or use 'replace'"};
    case Unfit::continues_line:
      return {Code::place_unfit,
              "whole lines cannot come or go here: the line above goes on into this one",
              "take the line above into the anchor, and use 'replace'"};
    case Unfit::breaks_line:
      return {Code::place_unfit,
              "the new lines would break a line in two: it goes on with a '\\' where they would "
              "stand, and they do not",
              "end each new line with ' \\', or use 'replace'"};
    case Unfit::ends_within_line:
      return {Code::place_unfit,
              "lines cannot go behind this place: its line goes on, or the next one belongs to it",
              "end the anchor with the last token of the line, or use 'replace'"};
  }
  return {};
}

}  // namespace

Finding unfit_text(const Search& search, const Spot& spot, Unfit why) {
  Saying saying = saying_of(search, spot, why);
  Diagnostic diagnostic = about_edit(search, saying.code, std::move(saying.message));
  // What is in the way of lines behind an anchor is at its end, which may be lines further on.
  const bool is_behind = search.edit.action == Action::insert_after;
  const bool is_end = why == Unfit::ends_within_line || (why == Unfit::breaks_line && is_behind);
  const ByteRange shown = is_end ? ByteRange{spot.range.end - 1, spot.range.end} : spot.range;
  diagnostic.notes.push_back(
      note_at(search, shown, is_end ? "the anchor ends here" : "the anchor stands here"));
  point_at(diagnostic, search.text, shown.begin);
  diagnostic.hint = std::move(saying.hint);
  Finding finding;
  finding.state = State::drifted;
  finding.diagnostics.push_back(std::move(diagnostic));
  return finding;
}

Finding literal_unfit(const Search& search, const Spot& spot) {
  Diagnostic diagnostic = about_edit(
      search, Code::indentation_unfit,
      fmt::format("the new text holds a string of several lines, which an indentation of {} bytes "
                  "would change",
                  spot.base.size()));
  diagnostic.notes.push_back(note_at(search, spot.range, "the anchor stands here"));
  point_at(diagnostic, search.text, spot.range.begin);
  diagnostic.hint = fmt::format("pin the indentation with 'indent: {}'", spot.base.size());
  Finding finding;
  finding.state = State::drifted;
  finding.diagnostics.push_back(std::move(diagnostic));
  return finding;
}

}  // namespace patcher
