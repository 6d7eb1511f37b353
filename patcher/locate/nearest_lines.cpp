// SPDX-License-Identifier: MIT
#include "patcher/locate/nearest_lines.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "patcher/locate/alignment.hpp"
#include "patcher/locate/blanks.hpp"
#include "patcher/locate/likely_lines.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostCompared = 400;  // Lines of a pattern.
constexpr std::size_t kSlack = 8;           // Lines around a likely place that may belong to it.

/// Finds the base that most pairs of an expected and a found line suggest.
class BaseVote {
 public:
  void add(const PatternLine& expected, std::string_view found) {
    const bool is_telling = expected.shift == 0 && expected.base == Base::shared;
    if (!is_telling || expected.text.empty() || is_blank(found)) return;
    const std::size_t own = leading_blanks(expected.text).size();
    std::string_view base = leading_blanks(found);
    base.remove_suffix(std::min(own, base.size()));
    const std::size_t votes = ++votes_[std::string(base)];
    if (votes <= most_) return;
    most_ = votes;
    winner_ = base;
  }

  [[nodiscard]] const std::string& winner() const { return winner_; }

 private:
  std::map<std::string, std::size_t> votes_;
  std::size_t most_ = 0;
  std::string winner_;
};

std::string spelled(const PatternLine& line, const std::string& base) {
  if (line.text.empty() || line.base == Base::none) return line.text;
  return shifted(base, line.shift).value_or(base) + line.text;
}

std::string base_at(std::size_t first, const Alignment& alignment, const LinePattern& pattern,
                    const SourceText& text) {
  BaseVote vote;
  for (const AlignedLine& row : alignment.rows) {
    if (!row.expected || !row.found) continue;
    vote.add(pattern.lines[*row.expected], text.lines().text(first + *row.found));
  }
  std::string base = vote.winner();
  if (pattern.base) base.resize(*pattern.base, ' ');
  return base;
}

/// The place whose lines, counted from line `first` on, `alignment` puts beside the pattern's.
ComparedPlace compared(std::size_t first, const Alignment& alignment, const LinePattern& pattern,
                       const SourceText& text) {
  const std::string base = base_at(first, alignment, pattern, text);
  ComparedPlace place{{}, alignment.likeness};
  for (const AlignedLine& row : alignment.rows) {
    ComparedLine line;
    std::string_view found;
    if (row.expected) line.expected = spelled(pattern.lines[*row.expected], base);
    if (row.found) {
      line.found = first + *row.found;
      found = text.lines().text(*line.found);
    }
    line.marks = difference(line.expected.value_or(""), found);
    place.lines.push_back(std::move(line));
  }
  return place;
}

}  // namespace

ComparedPlace nearest_lines(const LinePattern& pattern, const SourceText& text, ByteRange within) {
  const LineSpan span = lines_within(text, within);
  std::vector<std::string_view> expected;
  for (const PatternLine& line : pattern.lines) {
    if (expected.size() < kMostCompared) expected.push_back(line.text);
  }
  Alignment best;
  std::size_t best_first = 0;
  for (const std::size_t start : likely_starts(expected, text, span)) {
    const std::size_t first = std::max(span.begin + kSlack, start) - kSlack;
    const std::size_t end = std::min(span.end, start + expected.size() + kSlack);
    std::vector<std::string_view> found;
    for (std::size_t i = first; i < end; ++i) found.push_back(text.lines().text(i));
    Alignment alignment = aligned(expected, found);
    if (alignment.likeness <= best.likeness) continue;
    best = std::move(alignment);
    best_first = first;
  }
  return compared(best_first, best, pattern, text);
}

ComparedPlace holding_line(const LinePattern& pattern, const SourceText& text, ByteRange within) {
  if (pattern.lines.size() != 1) return {};
  std::optional<std::size_t> shortest;
  const auto size_of = [&](std::size_t line) { return text.lines().content(line).size(); };
  for (const ByteRange& part : find_bytes(pattern.lines.front().text, text, within)) {
    const std::size_t line = text.lines().line_at(part.begin);
    if (!shortest || size_of(line) < size_of(*shortest)) shortest = line;
  }
  if (!shortest) return {};
  return compared(*shortest, Alignment{{{0, 0}}, 1}, pattern, text);
}

}  // namespace patcher
