// SPDX-License-Identifier: MIT
#include "patcher/locate/other_layout.hpp"

#include <algorithm>
#include <vector>

#include "patcher/locate/near_note.hpp"
#include "patcher/locate/token_pattern.hpp"

namespace patcher {

std::optional<Note> same_tokens(std::string_view anchor, const SourceText& text, ByteRange within,
                                const std::string& file) {
  constexpr std::size_t kLeastTokens = 3;
  constexpr std::size_t kMostShown = 12;  // Lines.
  if (!has_tokens(text.language())) return std::nullopt;
  const auto compiled = TokenPattern::compile(anchor, text.language());
  const auto* pattern = std::get_if<TokenPattern>(&compiled);
  if (pattern == nullptr || pattern->size() < kLeastTokens) return std::nullopt;
  const FoundPlaces found = pattern->find_all(text, within);
  const auto* places = std::get_if<std::vector<AnchorPlace>>(&found);
  if (places == nullptr || places->empty()) return std::nullopt;
  const ByteRange& place = places->front().range;
  Note note = note_at(text, place.begin, file);
  note.message =
      "nearest text: the same tokens, but laid out or commented otherwise; 'find_tokens' finds "
      "them";
  const std::size_t first = text.lines().line_at(place.begin);
  const std::size_t last = text.lines().line_at(place.end - 1);
  for (std::size_t line = first; line <= std::min(last, first + kMostShown - 1); ++line) {
    note.lines.push_back(excerpt_of(text, line));
  }
  return note;
}

}  // namespace patcher
