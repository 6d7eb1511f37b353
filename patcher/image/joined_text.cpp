// SPDX-License-Identifier: MIT
#include "patcher/image/joined_text.hpp"

#include <algorithm>

namespace patcher {

void JoinedText::add(std::string_view piece, std::size_t source) {
  if (piece.empty()) return;
  pieces_.push_back({text_.size(), source, false});
  text_ += piece;
}

void JoinedText::add_decoded(std::string_view piece, std::size_t source) {
  if (piece.empty()) return;
  pieces_.push_back({text_.size(), source, true});
  text_ += piece;
}

std::size_t JoinedText::source_of(std::size_t offset) const {
  if (pieces_.empty()) return 0;
  auto next = std::ranges::upper_bound(pieces_, offset, {}, &Piece::begin);
  // The end is the end of the last piece, not the beginning of another.
  if (offset == text_.size()) next = pieces_.end();
  const Piece& piece = *(next == pieces_.begin() ? next : next - 1);
  return piece.is_decoded ? piece.source : piece.source + (offset - piece.begin);
}

JoinedText JoinedText::part(std::size_t begin, std::size_t end) const {
  JoinedText result;
  const std::size_t stop = std::min(end, text_.size());
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const Piece& piece = pieces_[i];
    const std::size_t behind = i + 1 < pieces_.size() ? pieces_[i + 1].begin : text_.size();
    const std::size_t from = std::max(piece.begin, begin);
    const std::size_t to = std::min(behind, stop);
    if (from >= to) continue;
    const std::string_view bytes = std::string_view(text_).substr(from, to - from);
    if (piece.is_decoded) {
      result.add_decoded(bytes, piece.source);
    } else {
      result.add(bytes, piece.source + (from - piece.begin));
    }
  }
  return result;
}

}  // namespace patcher
