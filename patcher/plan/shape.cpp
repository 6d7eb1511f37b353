// SPDX-License-Identifier: MIT
#include "patcher/plan/shape.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "patcher/locate/spelled_lines.hpp"
#include "patcher/plan/line_insertion.hpp"

namespace patcher {
namespace {

std::vector<PatternLine> joined(std::vector<PatternLine> first,
                                const std::vector<PatternLine>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

LineShape line_shape(const TextEdit& edit, const std::string& anchor, Language language) {
  LineShape shape;
  shape.old_lines = block_lines(anchor, 0, language).lines;
  shape.old_base = edit.indent;
  const std::vector<PatternLine> fresh = block_lines(edit.text, edit.reindent, language).lines;
  const auto& old = shape.old_lines;
  switch (edit.action) {
    case Action::replace:
      shape.result_lines = fresh;
      break;
    case Action::insert_before:
      shape.kept_after = old.size();
      shape.result_lines = joined(fresh, old);
      break;
    case Action::insert_after:
      shape.kept_before = old.size();
      shape.result_lines = joined(old, fresh);
      break;
    case Action::insert_between:
      shape.kept_before = 1;
      shape.kept_after = 1;
      shape.result_lines = joined(joined({old.front()}, fresh), {old.back()});
      break;
  }
  return shape;
}

ByteShape byte_shape(const TextEdit& edit, const std::string& anchor) {
  switch (edit.action) {
    case Action::insert_before:
      return {anchor, edit.text + anchor, 0, anchor.size()};
    case Action::insert_after:
      return {anchor, anchor + edit.text, anchor.size(), 0};
    default:
      return {anchor, edit.text, 0, 0};
  }
}

bool stands_on_base(const PatternLine& line) {
  return line.base == Base::shared && !line.text.empty();
}

std::vector<Spot> line_spots(const std::vector<PatternLine>& lines, std::optional<std::size_t> base,
                             const SourceText& text, ByteRange within) {
  std::vector<Spot> spots;
  // Lines at column 0 alone have no base that `indent:` could pin.
  if (std::none_of(lines.begin(), lines.end(), stands_on_base)) base.reset();
  for (LineMatch& match : find_lines({lines, base}, text, within)) {
    spots.push_back({match.range, match.first_line, std::move(match.base)});
  }
  return spots;
}

std::vector<Spot> byte_spots(std::string_view needle, const SourceText& text, ByteRange within) {
  std::vector<Spot> spots;
  for (const ByteRange& range : find_bytes(needle, text, within)) {
    spots.push_back({range, text.lines().line_at(range.begin), {}});
  }
  return spots;
}

Change inserted_lines(const LineShape& shape, const Spot& spot, const SourceText& text) {
  const auto first = shape.result_lines.begin() + static_cast<std::ptrdiff_t>(shape.kept_before);
  const auto end = shape.result_lines.end() - static_cast<std::ptrdiff_t>(shape.kept_after);
  const bool is_before = shape.kept_before == 0;
  const std::size_t beside = is_before ? spot.first_line : spot.first_line + shape.kept_before - 1;
  return inserted_beside({first, end}, {beside, is_before ? Side::before : Side::after, spot.base},
                         text);
}

Splice removed_lines(const LineShape& shape, const Spot& spot, const SourceText& text) {
  const std::size_t first = spot.first_line + shape.kept_before;
  const std::size_t last = spot.first_line + shape.result_lines.size() - shape.kept_after - 1;
  return removed_lines(first, last, text);
}

bool is_replacement(const LineShape& shape) {
  return shape.kept_before == 0 && shape.kept_after == 0;
}

Splice forward_of(const ByteShape& shape, const Spot& spot, const SourceText& text) {
  const std::string fresh = shape.result_bytes.substr(
      shape.kept_before, shape.result_bytes.size() - shape.kept_before - shape.kept_after);
  ByteRange range = spot.range;
  if (shape.kept_before > 0) range.begin = range.end;
  if (shape.kept_after > 0) range.end = range.begin;
  return {range, with_endings(fresh, text.lines(), spot.first_line)};
}

Splice backward_of(const ByteShape& shape, const Spot& spot) {
  if (shape.kept_before > 0) return {{spot.range.begin + shape.kept_before, spot.range.end}, ""};
  if (shape.kept_after > 0) return {{spot.range.begin, spot.range.end - shape.kept_after}, ""};
  return {spot.range, shape.old_bytes};
}

}  // namespace

std::variant<Shape, EditFault> shape_of(const TextEdit& edit, Language language) {
  if (const auto* lines = std::get_if<LinesAnchor>(&edit.anchor)) {
    return line_shape(edit, lines->text, language);
  }
  if (const auto* between = std::get_if<BetweenAnchor>(&edit.anchor)) {
    return line_shape(edit, between->before + "\n" + between->after, language);
  }
  if (const auto* text = std::get_if<TextAnchor>(&edit.anchor)) return byte_shape(edit, text->text);
  if (std::holds_alternative<HunkAnchor>(edit.anchor)) return hunk_shape(edit);
  auto pattern = pattern_shape_of(edit, language);
  if (auto* fault = std::get_if<EditFault>(&pattern)) return std::move(*fault);
  return std::get<PatternShape>(std::move(pattern));
}

std::variant<Places, SearchFault> sides_of(const Shape& shape, const SourceText& text,
                                           ByteRange within) {
  if (const auto* lines = std::get_if<LineShape>(&shape)) {
    return Places{line_spots(lines->old_lines, lines->old_base, text, within),
                  line_spots(lines->result_lines, lines->old_base, text, within)};
  }
  if (const auto* bytes = std::get_if<ByteShape>(&shape)) {
    return Places{byte_spots(bytes->old_bytes, text, within),
                  byte_spots(bytes->result_bytes, text, within)};
  }
  if (const auto* hunk = std::get_if<HunkShape>(&shape)) return sides_of(*hunk, text, within);
  return sides_of(std::get<PatternShape>(shape), text, within);
}

Change forward(const Shape& shape, const Spot& spot, const SourceText& text) {
  if (std::holds_alternative<PatternShape>(shape)) return spot.change;
  if (const auto* hunk = std::get_if<HunkShape>(&shape)) return forward_of(*hunk, spot);
  if (const auto* bytes = std::get_if<ByteShape>(&shape)) return forward_of(*bytes, spot, text);
  const auto& lines = std::get<LineShape>(shape);
  if (!is_replacement(lines)) return inserted_lines(lines, spot, text);
  return replaced_lines(lines.result_lines, spot.range, spot.base, text);
}

Change backward(const Shape& shape, const Spot& spot, const SourceText& text) {
  if (std::holds_alternative<PatternShape>(shape)) return spot.change;
  if (const auto* hunk = std::get_if<HunkShape>(&shape)) return backward_of(*hunk, spot);
  if (const auto* bytes = std::get_if<ByteShape>(&shape)) return backward_of(*bytes, spot);
  const auto& lines = std::get<LineShape>(shape);
  if (!is_replacement(lines)) return removed_lines(lines, spot, text);
  return replaced_lines(lines.old_lines, spot.range, spot.base, text);
}

bool is_recognised(const Shape& shape) {
  const auto* pattern = std::get_if<PatternShape>(&shape);
  return pattern == nullptr || is_recognised(*pattern);
}

bool refers_to_groups(const Shape& shape) {
  const auto* pattern = std::get_if<PatternShape>(&shape);
  return pattern != nullptr && pattern->referring.has_value();
}

bool is_undone_by_bytes(const TextEdit& edit) {
  if (edit.action != Action::replace) return true;
  return !is_pattern(edit.anchor) && edit.others.empty();
}

}  // namespace patcher
