// SPDX-License-Identifier: MIT
// Findings of edits whose anchor fits, but whose new text cannot stand at the place.
#include <fmt/format.h>

#include <string>
#include <utility>

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

Saying saying_of(const Search& search, const Spot& spot, Unfit why) {
  switch (why) {
    case Unfit::cannot_shift:
      return {Code::indentation_unfit,
              fmt::format("'reindent: {}' does not fit an indentation of {} bytes",
                          search.edit.reindent, spot.base.size()),
              "choose a smaller shift"};
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
  const bool is_end = why == Unfit::ends_within_line;
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
