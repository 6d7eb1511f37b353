// SPDX-License-Identifier: MIT
#include "patcher/plan/search_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace patcher {

Diagnostic about_edit(const Search& search, Code code, std::string message) {
  return about(search.context.patch, search.context.index, code, std::move(message));
}

void point_at(Diagnostic& diagnostic, const SourceText& text, std::size_t offset) {
  diagnostic.target.line = text.lines().number_at(offset);
  diagnostic.target.column = text.lines().column_at(offset);
  diagnostic.in = text.definition_at(offset);
}

Note note_at(const Search& search, ByteRange range, std::string message) {
  const LineIndex& lines = search.text.lines();
  Note note;
  note.message = std::move(message);
  note.where = {search.edit.file.str(), lines.number_at(range.begin), lines.column_at(range.begin)};
  note.in = search.text.definition_at(range.begin);
  const std::size_t line = lines.line_at(range.begin);
  const ByteRange content = lines.content(line);
  const ByteRange mark{range.begin - content.begin,
                       std::min(range.end, content.end) - content.begin};
  ExcerptLine shown{lines.number_at(range.begin), std::string(lines.text(line)), {}};
  // A whole line needs no underline under its indentation.
  const std::size_t first = shown.text.find_first_not_of(" \t", mark.begin);
  if (first != std::string::npos && first < mark.end) shown.marks.push_back({first, mark.end});
  note.lines.push_back(std::move(shown));
  return note;
}

void cap(std::vector<Note>& notes) {
  if (notes.size() <= kMostNotes) return;
  const std::size_t more = notes.size() - kMostNotes;
  notes.resize(kMostNotes);
  add_rest(more, notes);
}

void add_rest(std::size_t more, std::vector<Note>& notes) {
  if (more == 0) return;
  notes.push_back(
      {more == 1 ? std::string("and 1 place more") : fmt::format("and {} places more", more),
       {},
       {},
       {}});
}

std::vector<Spot> anchors_anywhere(const Search& search) {
  auto sides = sides_of(search.shape, search.text, search.text.all());
  const auto* places = std::get_if<Places>(&sides);
  return places == nullptr ? std::vector<Spot>{} : places->anchors;
}

std::vector<std::string> other_homes(const Search& search) {
  std::vector<std::string> homes;
  for (const Spot& spot : anchors_anywhere(search)) {
    const std::string home = search.text.definition_at(spot.range.begin);
    const bool known = std::find(homes.begin(), homes.end(), home) != homes.end();
    if (!home.empty() && !known) homes.push_back(home);
  }
  return homes;
}

}  // namespace patcher
