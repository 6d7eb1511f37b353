// SPDX-License-Identifier: MIT
#include "patcher/locate/near_note.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "patcher/locate/blanks.hpp"
#include "patcher/locate/line_likeness.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostOutside = 3;

bool has_tab(std::string_view blanks) { return blanks.find('\t') != std::string_view::npos; }

std::string blanks_kind(std::string_view expected, std::string_view found, std::uint32_t number) {
  if (is_blank(expected)) return fmt::format("line {} holds blanks instead of nothing", number);
  const std::string_view wanted = leading_blanks(expected);
  const std::string_view indentation = leading_blanks(found);
  if (has_tab(indentation) != has_tab(wanted)) {
    return fmt::format("line {} is indented with {}, the anchor with {}", number,
                       has_tab(indentation) ? "tabs" : "spaces",
                       has_tab(wanted) ? "tabs" : "spaces");
  }
  if (wanted.size() != indentation.size()) {
    return fmt::format("line {} is indented by {}, not {}", number,
                       counted(indentation.size(), "byte"), wanted.size());
  }
  const std::string_view solid = without_trailing_blanks(found);
  if (solid != without_trailing_blanks(expected)) {
    return fmt::format("those within line {}", number);
  }
  return solid.size() < found.size() ? fmt::format("line {} ends in blanks", number)
                                     : fmt::format("line {} lacks blanks at its end", number);
}

std::string_view only_mark(std::string_view line, const std::vector<ByteRange>& marks) {
  if (marks.size() != 1) return {};
  return line.substr(marks.front().begin, marks.front().size());
}

}  // namespace

std::string_view mere_difference(std::string_view expected, std::string_view found) {
  const auto are_equal = [&](auto folded) {
    return std::equal(expected.begin(), expected.end(), found.begin(), found.end(),
                      [&](char a, char b) { return folded(a) == folded(b); });
  };
  const auto lower = [](char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  if (are_equal(lower)) return "the case of letters";
  if (are_equal([](char c) { return c == '\'' ? '"' : c; })) return "quotes";
  return {};
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

ExcerptLine excerpt_of(const SourceText& text, std::size_t line, std::vector<ByteRange> marks) {
  return {static_cast<std::uint32_t>(line + 1), std::string(text.lines().text(line)),
          std::move(marks)};
}

ExcerptLine expected_excerpt(std::string text, std::vector<ByteRange> marks) {
  return {0, std::move(text), std::move(marks)};
}

Note note_at(const SourceText& text, std::size_t offset, const std::string& file) {
  const LineIndex& lines = text.lines();
  Note note;
  note.where = {file, lines.number_at(offset), lines.column_at(offset)};
  note.in = text.definition_at(lines.content(lines.line_at(offset)).begin);
  return note;
}

void append_outside(std::vector<Note>& notes, const Outside& outside, const SourceText& text,
                    const std::string& file) {
  for (std::size_t i = 0; i < outside.beginnings.size() && i < kMostOutside; ++i) {
    const std::size_t begin = outside.beginnings[i];
    Note note = note_at(text, begin, file);
    const std::string where = note.in.empty() ? "at module level" : "in " + note.in;
    note.message = fmt::format("{} outside the scope, {}", outside.what, where);
    note.lines.push_back(excerpt_of(text, text.lines().line_at(begin)));
    notes.push_back(std::move(note));
  }
}

std::string difference_kind(std::string_view expected, std::string_view found,
                            std::uint32_t number) {
  if (without_blanks(expected) == without_blanks(found)) {
    return "only blanks differ: " + blanks_kind(expected, found, number);
  }
  if (const std::string_view mere = mere_difference(expected, found); !mere.empty()) {
    return fmt::format("line {} differs in {} alone", number, mere);
  }
  const LineDifference marks = difference(expected, found);
  const bool one_word =
      is_word(only_mark(expected, marks.expected)) && is_word(only_mark(found, marks.found));
  return fmt::format("line {} differs{}", number, one_word ? " in one word" : "");
}

}  // namespace patcher
