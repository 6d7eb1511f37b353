// SPDX-License-Identifier: MIT
#include "patcher/plan/pattern_change.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "patcher/locate/blanks.hpp"
#include "patcher/locate/tokens.hpp"
#include "patcher/plan/line_insertion.hpp"

namespace patcher {
namespace {

/// The indentation of the line that holds `offset`.
std::string indentation_at(std::size_t offset, const SourceText& text) {
  return std::string(leading_blanks(text.lines().text(text.lines().line_at(offset))));
}

Spot spot_at(const PatternPlace& at, ByteRange range, Change change) {
  return {range, at.text.lines().line_at(range.begin),
          indentation_at(at.place.range.begin, at.text), std::move(change)};
}

/// Where bytes stand that were put right before or after `place`.
ByteRange beside(ByteRange place, Action action, std::size_t size) {
  if (action == Action::insert_after) return {place.end, place.end + size};
  return {place.begin - std::min(size, place.begin), place.begin};
}

ByteRange joined(ByteRange a, ByteRange b) {
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

std::string_view part_of(const SourceText& text, ByteRange range) {
  return text.bytes().substr(range.begin, range.size());
}

/// Text inside a string is data: putting an indentation on it changes a program. Lines that stand
/// at column 0 whatever the place get none.
bool changes_literal(const PatternShape& shape, const std::string& base) {
  const auto& lines = shape.lines.lines;
  if (!shape.has_literal || lines.front().base == Base::none) return false;
  return shifted(base, lines.front().shift) != shape.lines.dropped;
}

std::variant<std::string, Unfit> fresh_at(const PatternPlace& at) {
  if (!at.shape.referring) return replacement_at(at.shape, at.place.range.begin, at.text);
  const std::size_t line = at.text.lines().line_at(at.place.range.begin);
  return at.shape.referring->text_at(at.place, at.text.bytes(), ending_near(at.text.lines(), line));
}

/// Says whether a heredoc of shell begins on line `line`, so that the next one is data.
bool opens_heredoc(std::size_t line, const SourceText& text) {
  if (text.language() != Language::bash) return false;
  const ByteRange content = text.lines().content(line);
  const auto& tokens = source_tokens(text);
  const auto first = std::partition_point(
      tokens.begin(), tokens.end(),
      [&](const SourceToken& token) { return token.range.begin < content.begin; });
  return std::any_of(first, tokens.end(), [&](const SourceToken& token) {
    const std::string_view sign = part_of(text, token.range);
    return token.range.begin < content.end && (sign == "<<" || sign == "<<-");
  });
}

bool goes_on(std::string_view line) { return line.ends_with('\\'); }

/// Says whether every one of `fresh` goes on into the next line, as the lines of a macro do.
bool all_go_on(const std::vector<PatternLine>& fresh) {
  return !fresh.empty() && std::all_of(fresh.begin(), fresh.end(),
                                       [](const PatternLine& line) { return goes_on(line.text); });
}

/// Says whether the line above `line` goes on into it.
bool is_continued(std::size_t line, const SourceText& text) {
  return line > 0 && goes_on(text.lines().text(line - 1));
}

/// Says whether `line` is the first of a heredoc.
bool is_heredoc(std::size_t line, const SourceText& text) {
  return line > 0 && opens_heredoc(line - 1, text);
}

/// Says whether `offset` lies inside a token, such as a string over several lines.
bool is_inside_token(std::size_t offset, const SourceText& text) {
  const auto& tokens = source_tokens(text);
  const auto next =
      std::partition_point(tokens.begin(), tokens.end(),
                           [&](const SourceToken& token) { return token.range.begin < offset; });
  return next != tokens.begin() && std::prev(next)->range.end > offset;
}

/// The lines of a place that has them to itself, as a splice that takes them away; neither a splice
/// nor a fault where it has not.
Change own_lines_removed(ByteRange range, const SourceText& text) {
  const LineIndex& lines = text.lines();
  const std::size_t first = lines.line_at(range.begin);
  const std::size_t last = lines.line_at(range.end - 1);
  const ByteRange before{lines.content(first).begin, range.begin};
  // Where the last of them goes on as the line above does, that one goes on into the one below.
  const bool is_link = is_continued(first, text) && goes_on(lines.text(last));
  const std::size_t end = lines.content(last).end - (is_link ? 1 : 0);
  const ByteRange behind{range.end, std::max(range.end, end)};
  const bool are_own = is_blank(part_of(text, before)) && is_blank(part_of(text, behind));
  if (!are_own) return {};
  const bool breaks_line = is_continued(first, text) && !is_link;
  if (breaks_line || is_heredoc(first, text)) return Unfit::continues_line;
  return removed_lines(first, last, text);
}

PatternOutcome replaced_whole_lines(const PatternPlace& at) {
  const ByteRange range = at.place.range;
  const std::string base = indentation_at(range.begin, at.text);
  if (changes_literal(at.shape, base)) return {spot_at(at, range, Unfit::changes_literal)};
  Change change = replaced_lines(at.shape.lines.lines, range, base, at.text);
  const auto* splice = std::get_if<Splice>(&change);
  const bool stands = splice != nullptr && splice->text == part_of(at.text, range);
  if (stands) return {spot_at(at, range, {}), true};
  return {spot_at(at, range, std::move(change))};
}

PatternOutcome replaced(const PatternPlace& at) {
  const ByteRange range = at.place.range;
  const bool is_lines = at.shape.manner == Manner::whole_lines;
  if (is_lines && !at.shape.text.empty()) return replaced_whole_lines(at);
  if (at.shape.text.empty() && at.shape.manner != Manner::verbatim) {
    Change removal = own_lines_removed(range, at.text);
    if (std::holds_alternative<std::monostate>(removal)) removal = Splice{range, ""};
    return {spot_at(at, range, std::move(removal))};
  }
  auto fresh = fresh_at(at);
  if (const auto* unfit = std::get_if<Unfit>(&fresh)) return {spot_at(at, range, *unfit)};
  auto& bytes = std::get<std::string>(fresh);
  if (part_of(at.text, range) == bytes) return {spot_at(at, range, {}), true};
  return {spot_at(at, range, Splice{range, std::move(bytes)})};
}

PatternOutcome inserted_bytes(const PatternPlace& at) {
  const ByteRange range = at.place.range;
  auto fresh = fresh_at(at);
  if (const auto* unfit = std::get_if<Unfit>(&fresh)) return {spot_at(at, range, *unfit)};
  auto& bytes = std::get<std::string>(fresh);
  const ByteRange there = beside(range, at.shape.action, bytes.size());
  if (at.within.contains(there) && part_of(at.text, there) == bytes) {
    return {spot_at(at, joined(range, there), Splice{there, ""}), true};
  }
  const std::size_t point = at.shape.action == Action::insert_after ? range.end : range.begin;
  return {spot_at(at, range, Splice{{point, point}, std::move(bytes)})};
}

/// Says whether the line on which `range` ends has nothing behind it but a comment, or a sign that
/// the line goes on.
bool ends_its_line(ByteRange range, const SourceText& text) {
  const std::size_t end = text.lines().content(text.lines().line_at(range.end - 1)).end;
  const auto& tokens = source_tokens(text);
  const auto next =
      std::partition_point(tokens.begin(), tokens.end(),
                           [&](const SourceToken& token) { return token.range.begin < range.end; });
  const std::string_view rest = part_of(text, {range.end, std::max(range.end, end)});
  const bool has_token =
      tokens.empty() ? !is_blank(rest) : next != tokens.end() && next->range.begin < end;
  const std::size_t comment = rest.rfind("/*");
  const bool opens_comment =
      comment != std::string_view::npos && rest.find("*/", comment) == std::string_view::npos;
  return !has_token && !opens_comment;
}

/// The line beside which an insertion of lines stands.
std::variant<Neighbour, Unfit> neighbour_of(const PatternPlace& at) {
  const LineIndex& lines = at.text.lines();
  const ByteRange range = at.place.range;
  const std::vector<PatternLine>& fresh = at.shape.lines.lines;
  const std::string base = indentation_at(range.begin, at.text);
  if (at.shape.action == Action::insert_after) {
    const std::size_t last = lines.line_at(range.end - 1);
    const bool is_free = ends_its_line(range, at.text) && !opens_heredoc(last, at.text) &&
                         !is_inside_token(lines.whole(last).end, at.text);
    if (!is_free) return Unfit::ends_within_line;
    if (goes_on(lines.text(last)) && !all_go_on(fresh)) return Unfit::breaks_line;
    return Neighbour{last, Side::after, base};
  }
  const std::size_t first = lines.line_at(range.begin);
  const ByteRange before{lines.content(first).begin, range.begin};
  if (!is_blank(part_of(at.text, before))) return Unfit::begins_within_line;
  if (is_inside_token(lines.whole(first).begin, at.text)) return Unfit::begins_within_line;
  if (is_heredoc(first, at.text)) return Unfit::continues_line;
  if (is_continued(first, at.text) && !all_go_on(fresh)) return Unfit::breaks_line;
  return Neighbour{first, Side::before, base};
}

PatternOutcome inserted_lines(const PatternPlace& at) {
  const ByteRange range = at.place.range;
  const auto found = neighbour_of(at);
  if (const auto* unfit = std::get_if<Unfit>(&found)) return {spot_at(at, range, *unfit)};
  const auto& neighbour = std::get<Neighbour>(found);
  const auto& fresh = at.shape.lines.lines;
  if (auto splice = standing_beside(fresh, neighbour, at.text, at.within)) {
    const ByteRange whole = joined(range, splice->range);
    return {spot_at(at, whole, *std::move(splice)), true};
  }
  if (changes_literal(at.shape, neighbour.base)) {
    return {spot_at(at, range, Unfit::changes_literal)};
  }
  return {spot_at(at, range, inserted_beside(fresh, neighbour, at.text))};
}

}  // namespace

PatternOutcome outcome_at(const PatternPlace& at) {
  if (at.shape.action == Action::replace) return replaced(at);
  return at.shape.manner == Manner::verbatim ? inserted_bytes(at) : inserted_lines(at);
}

std::variant<std::string, Unfit> replacement_at(const PatternShape& shape, std::size_t offset,
                                                const SourceText& text) {
  const LineIndex& lines = text.lines();
  const std::size_t line = lines.line_at(offset);
  if (shape.manner == Manner::verbatim) return with_endings(shape.text, lines, line);
  const std::string base = indentation_at(offset, text);
  if (changes_literal(shape, base)) return Unfit::changes_literal;
  const auto& fresh = shape.lines.lines;
  if (fresh.size() == 1) return fresh.front().text;
  auto rest = text_of({{fresh.begin() + 1, fresh.end()}, line, line}, base, lines);
  if (const auto* unfit = std::get_if<Unfit>(&rest)) return *unfit;
  const std::string_view ending = ending_near(lines, line);
  std::string bytes = fresh.front().text;
  bytes.append(ending).append(std::get<std::string>(rest));
  bytes.resize(bytes.size() - ending.size());
  return bytes;
}

}  // namespace patcher
