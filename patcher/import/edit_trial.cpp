// SPDX-License-Identifier: MIT
#include "patcher/import/edit_trial.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "patcher/plan/shape.hpp"
#include "patcher/plan/text_finding.hpp"

namespace patcher {
namespace {

/// The places of both sides of a shape that count.
std::optional<Places> places_in(const Shape& shape, const SourceText& text, ByteRange within) {
  const auto sides = sides_of(shape, text, within);
  const auto* all = std::get_if<Places>(&sides);
  return all == nullptr ? std::nullopt : std::optional(standing_apart(*all));
}

/// What `change` makes of `region` of `text`, if it is a change within it.
std::optional<std::string> made_of(const Change& change, const SourceText& text, ByteRange region) {
  const auto* splice = std::get_if<Splice>(&change);
  if (splice == nullptr || !region.contains(splice->range)) return std::nullopt;
  const std::string_view bytes = text.bytes();
  std::string made(bytes.substr(region.begin, splice->range.begin - region.begin));
  made += splice->text;
  made += bytes.substr(splice->range.end, region.end - splice->range.end);
  return made;
}

/// Whether new lines hold a literal over several of them, which no place may put on another
/// indentation.
bool holds_free_literal(const Shape& shape, const TextEdit& edit, Language language) {
  const auto* lines = std::get_if<LineShape>(&shape);
  return lines != nullptr && !lines->old_base && !multi_line_literals(edit.text, language).empty();
}

}  // namespace

bool fits(const TextEdit& edit, const TwoSides& sides, const LineRegion& region,
          const SharedScope* scope) {
  const auto made = shape_of(edit, sides.before().language());
  const auto* shape = std::get_if<Shape>(&made);
  if (shape == nullptr || holds_free_literal(*shape, edit, sides.before().language())) return false;
  const ByteRange old_bytes = sides.old_bytes(region);
  const ByteRange new_bytes = sides.new_bytes(region);
  const auto before =
      places_in(*shape, sides.before(), scope != nullptr ? scope->before : sides.before().all());
  if (!before || before->anchors.size() != 1 || !before->results.empty()) return false;
  const Spot& anchor = before->anchors.front();
  if (!old_bytes.contains(anchor.range)) return false;
  const auto after =
      places_in(*shape, sides.after(), scope != nullptr ? scope->after : sides.after().all());
  if (!after || after->results.size() != 1 || !after->anchors.empty()) return false;
  const Spot& result = after->results.front();
  if (!new_bytes.contains(result.range)) return false;
  const auto bytes_in = [](const SourceText& text, ByteRange range) {
    return text.bytes().substr(range.begin, range.size());
  };
  return made_of(forward(*shape, anchor, sides.before()), sides.before(), old_bytes) ==
             bytes_in(sides.after(), new_bytes) &&
         made_of(backward(*shape, result, sides.after()), sides.after(), new_bytes) ==
             bytes_in(sides.before(), old_bytes);
}

}  // namespace patcher
