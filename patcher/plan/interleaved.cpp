// SPDX-License-Identifier: MIT
#include "patcher/plan/interleaved.hpp"

#include <algorithm>
#include <utility>

#include "patcher/locate/scope.hpp"
#include "patcher/locate/source_text.hpp"
#include "patcher/plan/shape.hpp"

namespace patcher {
namespace {

const TextEdit* insertion_of(const Edit& edit) {
  const auto* text = std::get_if<TextEdit>(&edit.what);
  const bool is_one_file = text != nullptr && text->files == Files::named;
  return is_one_file && text->action != Action::replace ? text : nullptr;
}

/// How far from its insertion point a text may stand: the other patches' texts, each line indented.
std::size_t reach_of(const std::vector<const Patch*>& patches, const TreePath& path) {
  constexpr std::size_t kIndentation = 80;
  std::size_t reach = 0;
  for (const Patch* patch : patches) {
    for (const Edit& edit : patch->edits) {
      const TextEdit* text = insertion_of(edit);
      if (text == nullptr || text->file != path) continue;
      const auto lines = std::count(text->text.begin(), text->text.end(), '\n') + 1;
      reach += text->text.size() + static_cast<std::size_t>(lines) * kIndentation;
    }
  }
  return reach;
}

/// The new text of `shape` alone, as it stands at a place of indentation `base`.
std::vector<ByteRange> new_text_places(const Shape& shape, const Spot& spot, const SourceText& text,
                                       ByteRange within) {
  if (const auto* bytes = std::get_if<ByteShape>(&shape)) {
    const std::size_t size = bytes->result_bytes.size() - bytes->kept_before - bytes->kept_after;
    return find_bytes(bytes->result_bytes.substr(bytes->kept_before, size), text, within);
  }
  const auto& lines = std::get<LineShape>(shape);
  LinePattern pattern;
  pattern.lines.assign(lines.result_lines.begin() + static_cast<std::ptrdiff_t>(lines.kept_before),
                       lines.result_lines.end() - static_cast<std::ptrdiff_t>(lines.kept_after));
  std::vector<ByteRange> places;
  for (const LineMatch& match : find_lines(pattern, text, within)) {
    if (match.base == spot.base) places.push_back(match.range);
  }
  return places;
}

std::size_t distance(const ByteRange& range, std::size_t point) {
  return point < range.begin ? range.begin - point : point > range.end ? point - range.end : 0;
}

/// Takes one insertion's text out of `bytes`, or says that it cannot.
std::optional<Splices> taken_out(const TextEdit& edit, const SourceText& text, std::size_t reach) {
  ByteRange within = text.all();
  if (edit.scope) {
    const auto place = place_of(*edit.scope, text);
    const auto* range = std::get_if<ByteRange>(&place);
    if (range == nullptr) return std::nullopt;
    within = *range;
  }
  if (!edit.others.empty()) return std::nullopt;
  // A pattern would have to be searched in text that is not there yet.
  const auto made_shape = shape_of(edit, text.language());
  const auto* shape = std::get_if<Shape>(&made_shape);
  if (shape == nullptr || std::holds_alternative<PatternShape>(*shape)) return std::nullopt;
  const auto sides = sides_of(*shape, text, within);
  Splices splices;
  for (const Spot& spot : std::get<Places>(sides).anchors) {
    const Change made = forward(*shape, spot, text);
    const auto* splice = std::get_if<Splice>(&made);
    if (splice == nullptr) return std::nullopt;
    std::vector<ByteRange> near = new_text_places(*shape, spot, text, within);
    std::erase_if(
        near, [&](const ByteRange& range) { return distance(range, splice->range.begin) > reach; });
    if (near.size() != 1) return std::nullopt;
    splices.push_back({near.front(), ""});
  }
  if (splices.size() != edit.count) return std::nullopt;
  sort(splices);
  return splices;
}

bool take_out(const TextEdit& insertion, View& view, SourceCache& cache, std::size_t reach) {
  const Result<Entry> entry = view.look(insertion.file);
  if (!entry || !entry->is_file()) return false;
  const auto text = cache.of(entry->bytes, language_of(insertion.file));
  const std::optional<Splices> splices = taken_out(insertion, *text, reach);
  if (!splices) return false;
  view.put(insertion.file, regular_file(spliced(*entry->bytes, *splices), entry->mode));
  return true;
}

}  // namespace

std::optional<View> without_new_texts(const std::vector<const Patch*>& patches, const View& view,
                                      SourceCache& cache) {
  View guess = view;
  for (auto patch = patches.rbegin(); patch != patches.rend(); ++patch) {
    for (std::size_t i = 0; i < (*patch)->edits.size(); ++i) {
      const TextEdit* insertion = insertion_of((*patch)->edits[i]);
      if (insertion == nullptr) return std::nullopt;
      const std::size_t reach = reach_of(patches, insertion->file);
      if (!take_out(*insertion, guess, cache, reach)) return std::nullopt;
    }
  }
  return guess;
}

}  // namespace patcher
