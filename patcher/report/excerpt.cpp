// SPDX-License-Identifier: MIT
#include "patcher/report/excerpt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "patcher/report/escape.hpp"
#include "patcher/report/ink.hpp"

namespace patcher {
namespace {

// All in columns.
constexpr std::size_t kTabStop = 4;
constexpr std::size_t kWidest = 100;
constexpr std::size_t kLeadIn = 20;
constexpr std::size_t kDots = 3;
constexpr std::size_t kGutter = 5;  // at least

// In bytes. A character has at most four of them, so that a part this long around a mark holds
// more columns on both sides than are ever shown.
constexpr std::size_t kPartBefore = 1024;
constexpr std::size_t kPart = 4096;

enum class Mark { none, first, rest };

/// One column on the screen.
struct Cell {
  std::string text;
  Mark mark = Mark::none;
};
using Cells = std::vector<Cell>;

bool touches(const ByteRange& mark, const ByteRange& character) {
  return mark.empty() ? character.begin <= mark.begin && mark.begin < character.end
                      : mark.overlaps(character);
}

Mark mark_of(const ByteRange& character, const std::vector<ByteRange>& marks) {
  Mark found = Mark::none;
  for (const ByteRange& mark : marks) {
    if (!touches(mark, character)) continue;
    // Also where the mark begins inside the character: nothing before it belongs to the mark.
    if (mark.begin >= character.begin) return Mark::first;
    found = Mark::rest;
  }
  return found;
}

/// What stands for `character`, spelled `bytes`, at `column`.
std::string shown(const Character& character, std::string_view bytes, std::size_t column) {
  constexpr std::string_view kBlanks = "    ";
  static_assert(kBlanks.size() == kTabStop);
  if (!character.point || steers_terminal(character)) return hex_escaped(bytes);
  return std::string(character.point == U'\t' ? kBlanks.substr(column % kTabStop) : bytes);
}

/// The columns of one character; what is not ASCII is a single one.
Cells cells_of(const std::string& text, Mark mark) {
  if (first_character(text).size > 1) return {{.text = text, .mark = mark}};
  Cells cells;
  for (const char letter : text) {
    cells.push_back({.text = std::string(1, letter), .mark = mark});
    if (mark == Mark::first) mark = Mark::rest;
  }
  return cells;
}

Cells cells_of(const ExcerptLine& line) {
  Cells cells;
  std::string_view rest = line.text;
  while (!rest.empty()) {
    const Character character = first_character(rest);
    const std::size_t begin = line.text.size() - rest.size();
    const Mark mark = mark_of({.begin = begin, .end = begin + character.size}, line.marks);
    const std::string text = shown(character, rest.substr(0, character.size), cells.size());
    std::ranges::move(cells_of(text, mark), std::back_inserter(cells));
    rest.remove_prefix(character.size);
  }
  const bool marks_the_end = std::ranges::any_of(
      line.marks, [&](const ByteRange& mark) { return mark.begin >= line.text.size(); });
  if (marks_the_end) cells.push_back({.text = "", .mark = Mark::first});
  return cells;
}

/// The part of a line around its first mark, so that a file of one huge line costs little.
ExcerptLine part_of(const ExcerptLine& line) {
  if (line.text.size() <= kPart) return line;
  const auto first = std::ranges::min_element(line.marks, {}, &ByteRange::begin);
  const std::size_t mark = first == line.marks.end() ? 0 : std::min(first->begin, line.text.size());
  const std::size_t begin = mark > kPartBefore ? mark - kPartBefore : 0;

  ExcerptLine part{.number = line.number, .text = line.text.substr(begin, kPart), .marks = {}};
  for (const ByteRange& range : line.marks) {
    part.marks.push_back({.begin = range.begin - begin, .end = range.end - begin});
  }
  return part;
}

Cells cut_to_width(Cells cells) {
  if (cells.size() <= kWidest) return cells;
  const auto is_marked = [](const Cell& cell) { return cell.mark != Mark::none; };
  const auto first = std::ranges::find_if(cells, is_marked);
  const auto last = std::find_if_not(first, cells.end(), is_marked);
  std::size_t begin = 0;
  if (first != cells.end() && last - cells.begin() > std::ptrdiff_t{kWidest - kDots}) {
    const auto column = static_cast<std::size_t>(first - cells.begin());
    begin = std::min(column - std::min(column, kLeadIn), cells.size() - kWidest);
  }

  const bool cut_at_end = begin + kWidest < cells.size();
  const auto from = cells.begin() + static_cast<std::ptrdiff_t>(begin);
  Cells window(from, from + kWidest);
  const Cell dot{.text = ".", .mark = Mark::none};
  if (begin > 0) std::fill_n(window.begin(), kDots, dot);
  if (cut_at_end) std::fill_n(window.rbegin(), kDots, dot);
  return window;
}

char symbol_of(Mark mark) {
  switch (mark) {
    case Mark::none:
      return ' ';
    case Mark::first:
      return '^';
    case Mark::rest:
      return '~';
  }
  return ' ';
}

/// The line of carets below `cells`; empty when nothing is marked.
std::string carets_of(const Cells& cells) {
  std::string carets;
  for (const Cell& cell : cells) carets += symbol_of(cell.mark);
  carets.erase(carets.find_last_not_of(' ') + 1);
  return carets;
}

std::string text_of(const Cells& cells) {
  std::string text;
  for (const Cell& cell : cells) text += cell.text;
  return text;
}

std::string label_of(const ExcerptLine& line) {
  return line.number == 0 ? std::string() : std::to_string(line.number);
}

/// Columns that the longest line number needs.
std::size_t gutter_of(const std::vector<ExcerptLine>& lines) {
  std::size_t gutter = kGutter;
  for (const ExcerptLine& line : lines) gutter = std::max(gutter, label_of(line).size());
  return gutter;
}

}  // namespace

std::string render_excerpt(const std::vector<ExcerptLine>& lines, Colour colour) {
  const std::size_t gutter = gutter_of(lines);
  const auto row = [gutter](const std::string& label, const std::string& text) {
    return fmt::format("{:>{}} |{}{}\n", label, gutter, text.empty() ? "" : " ", text);
  };

  std::string excerpt;
  for (const ExcerptLine& line : lines) {
    const Cells cells = cut_to_width(cells_of(part_of(line)));
    excerpt += row(label_of(line), text_of(cells));
    const std::string carets = carets_of(cells);
    if (!carets.empty()) excerpt += row("", inked(Ink::mark, carets, colour));
  }
  return excerpt;
}

}  // namespace patcher
