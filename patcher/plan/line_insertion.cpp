// SPDX-License-Identifier: MIT
#include "patcher/plan/line_insertion.hpp"

#include <utility>

namespace patcher {
namespace {

/// `fresh` as lines of a file at a place of indentation `base`, if they can stand there.
std::optional<std::vector<std::string>> spelled_at(const std::vector<PatternLine>& fresh,
                                                   const std::string& base) {
  std::vector<std::string> lines;
  for (const PatternLine& line : fresh) {
    auto placed = placed_line(line, base);
    auto* spelled = std::get_if<std::string>(&placed);
    if (spelled == nullptr) return std::nullopt;
    lines.push_back(std::move(*spelled));
  }
  return lines;
}

}  // namespace

Change inserted_beside(const std::vector<PatternLine>& fresh, const Neighbour& neighbour,
                       const SourceText& text) {
  const LineIndex& lines = text.lines();
  auto content = text_of({fresh, neighbour.line, neighbour.line}, neighbour.base, lines);
  if (const auto* unfit = std::get_if<Unfit>(&content)) return *unfit;
  const bool is_after = neighbour.side == Side::after;
  const ByteRange line = lines.whole(neighbour.line);
  const std::size_t offset = is_after ? line.end : line.begin;
  Splice splice{{offset, offset}, std::get<std::string>(std::move(content))};
  const bool is_last = is_after && lines.ending(neighbour.line) == LineEnding::none;
  if (is_last) hand_over_missing_ending(splice, ending_near(lines, neighbour.line));
  return splice;
}

std::optional<Splice> standing_beside(const std::vector<PatternLine>& fresh,
                                      const Neighbour& neighbour, const SourceText& text,
                                      ByteRange within) {
  const LineIndex& lines = text.lines();
  const bool is_after = neighbour.side == Side::after;
  if (!is_after && neighbour.line < fresh.size()) return std::nullopt;
  const std::size_t first = is_after ? neighbour.line + 1 : neighbour.line - fresh.size();
  const std::size_t last = first + fresh.size() - 1;
  if (fresh.empty() || last >= lines.size()) return std::nullopt;
  const auto expected = spelled_at(fresh, neighbour.base);
  if (!expected || !within.contains({lines.whole(first).begin, lines.whole(last).end})) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < expected->size(); ++i) {
    if (lines.text(first + i) != (*expected)[i]) return std::nullopt;
  }
  return removed_lines(first, last, text);
}

Change replaced_lines(const std::vector<PatternLine>& fresh, ByteRange range,
                      const std::string& base, const SourceText& text) {
  const std::size_t first = text.lines().line_at(range.begin);
  const std::size_t last = text.lines().line_at(range.end - 1);
  auto content = text_of({fresh, first, last}, base, text.lines());
  if (const auto* unfit = std::get_if<Unfit>(&content)) return *unfit;
  Splice splice{range, std::get<std::string>(std::move(content))};
  if (text.lines().ending(last) == LineEnding::none) {
    splice.text.erase(splice.text.size() - ending_near(text.lines(), last).size());
  }
  return splice;
}

Splice removed_lines(std::size_t first, std::size_t last, const SourceText& text) {
  const LineIndex& lines = text.lines();
  ByteRange range{lines.whole(first).begin, lines.whole(last).end};
  const bool ends_file = lines.ending(last) == LineEnding::none && first > 0;
  if (ends_file) range.begin = lines.content(first - 1).end;
  return {range, ""};
}

}  // namespace patcher
