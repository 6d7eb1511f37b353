// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace patcher {

/// A text put together from pieces of a file, which knows where each came from.
///
/// Units: byte offsets, 0-based, of this text and of the file.
class JoinedText {
 public:
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool empty() const { return text_.empty(); }

  /// Adds `piece`, which stands in the file at `source`.
  void add(std::string_view piece, std::size_t source);
  /// Adds `piece`, which no bytes of the file spell as it is: all of it is said to be at `source`.
  void add_decoded(std::string_view piece, std::size_t source);

  /// Where in the file the byte at `offset` is; of the text's end, behind its last byte.
  [[nodiscard]] std::size_t source_of(std::size_t offset) const;
  /// The part of this text from `begin` up to `end`.
  [[nodiscard]] JoinedText part(std::size_t begin, std::size_t end) const;

 private:
  struct Piece {
    std::size_t begin;
    std::size_t source;
    bool is_decoded;
  };
  std::string text_;
  std::vector<Piece> pieces_;
};

}  // namespace patcher
