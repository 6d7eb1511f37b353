// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/core/diagnostic.hpp"
#include "patcher/core/line_index.hpp"
#include "patcher/core/result.hpp"

namespace patcher::yaml {

/// The text of one YAML file as the reader sees it, with places for messages.
///
/// Invariant: valid UTF-8 of printable characters, lines end in `\n`, no byte order mark.
/// Offsets are bytes from the start of `text()`, 0-based; lines and columns are those of the file.
class Source {
 public:
  /// Takes the bytes of the file at `path`; CRLF becomes LF, a byte order mark is dropped.
  ///
  /// Errors: invalid_yaml for UTF-16, invalid UTF-8, NUL and other control characters, and a
  /// carriage return that ends no line.
  /// Source: YAML 1.2.2, "5.1 Character Set".
  [[nodiscard]] static Result<Source> from(std::string path, std::string_view bytes);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string_view text() const { return *text_; }
  /// Offset of the first CRLF that was read as LF, or npos.
  [[nodiscard]] std::size_t first_crlf() const { return first_crlf_; }

  /// The place of `offset`, for people.
  [[nodiscard]] Place place(std::size_t offset) const;
  /// The line of `range.begin`, with a mark under the part of `range` that lies in it. Lines in
  /// excerpts are cut after 2000 bytes.
  [[nodiscard]] std::vector<ExcerptLine> excerpt(ByteRange range) const;
  /// The lines that `range` touches, at most `limit`, without marks.
  [[nodiscard]] std::vector<ExcerptLine> lines_of(ByteRange range, std::size_t limit) const;
  /// The text of the line that holds `offset`, without its ending.
  [[nodiscard]] std::string_view line_at(std::size_t offset) const;
  /// Offset of the 0-based `line` and `column`, cut to the text's end.
  [[nodiscard]] std::size_t offset_at(std::size_t line, std::size_t column) const;

  /// An error in this file at `range`.
  [[nodiscard]] Diagnostic error(Code code, ByteRange range, std::string message,
                                 std::string hint = {}) const;

 private:
  Source(std::string path, std::string text);
  [[nodiscard]] ExcerptLine shown_line(std::size_t index) const;

  std::string path_;
  std::unique_ptr<const std::string> text_;  // on the heap: lines_ keeps a view of it
  LineIndex lines_;
  std::size_t first_crlf_ = std::string::npos;
};

}  // namespace patcher::yaml
