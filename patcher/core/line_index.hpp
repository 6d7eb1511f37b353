// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "patcher/core/byte_range.hpp"

namespace patcher {

/// How a line ends. A lone `\r` is content, as are form feed, U+0085 and U+2028.
enum class LineEnding { none, lf, crlf };

/// The bytes of `ending`: "", "\n" or "\r\n".
[[nodiscard]] std::string_view bytes_of(LineEnding ending);

/// The lines of a text. Only `\n` ends a line; a `\r` right before it belongs to the ending.
/// A UTF-8 byte order mark at the start of the text belongs to no line's content.
/// A text that ends in `\n` has no empty last line; an empty text has no line at all.
/// Keeps a view: the text must outlive it.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text);

  [[nodiscard]] std::size_t size() const { return starts_.size(); }
  /// Bytes of line `index` (0-based) without its ending and without the byte order mark.
  [[nodiscard]] ByteRange content(std::size_t index) const;
  /// Bytes of line `index` (0-based) with its ending and without the byte order mark.
  [[nodiscard]] ByteRange whole(std::size_t index) const;
  [[nodiscard]] std::string_view text(std::size_t index) const;
  [[nodiscard]] LineEnding ending(std::size_t index) const;
  /// 0-based index of the line that holds `offset`; the last line for the end of the text.
  [[nodiscard]] std::size_t line_at(std::size_t offset) const;
  /// 1-based line number of `offset`, as shown to people.
  [[nodiscard]] std::uint32_t number_at(std::size_t offset) const;
  /// 1-based byte column of `offset` in its line.
  [[nodiscard]] std::uint32_t column_at(std::size_t offset) const;

 private:
  std::string_view text_;
  std::vector<std::size_t> starts_;
};

}  // namespace patcher
