// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "patcher/core/byte_range.hpp"

namespace patcher {

/// Why a text cannot be read as a table.
struct CsvFault {
  enum class Kind {
    empty,      ///< It has no header.
    open_quote  ///< A quoted cell does not end.
  };
  Kind kind = Kind::empty;
  std::size_t offset = 0;  ///< In bytes, where the cell begins.
};

/// A row that has another number of cells than the header.
struct RaggedRow {
  std::size_t row = 0;    ///< 0-based, the header not counted.
  std::size_t cells = 0;  ///< How many it has.
};

/// A table of comma-separated cells as its bytes are: records are ranges of the text, and nothing
/// of it is copied but the header's names.
///
/// Read as pandas.read_csv reads it by default: `\n`, `\r\n` and `\r` end a record; a cell that
/// begins with `"` goes on to the next lone `"`, line ends and commas included, and `""` in it is
/// one quote; lines of blanks only are no rows; a byte order mark is no part of the header. Lines
/// that look like comments are rows.
/// Units: byte offsets from the start of the text, 0-based. The text must outlive the table.
class CsvTable {
 public:
  /// Reads `text`.
  [[nodiscard]] static std::variant<CsvTable, CsvFault> read(std::string_view text);

  [[nodiscard]] std::string_view text() const { return text_; }
  /// The names of the columns, without their quotes.
  [[nodiscard]] const std::vector<std::string>& header() const { return header_; }
  /// The header's record, without its ending.
  [[nodiscard]] ByteRange header_range() const { return header_range_; }
  /// Every row in order, without its ending.
  [[nodiscard]] const std::vector<ByteRange>& rows() const { return rows_; }
  /// The rows with fewer or more cells than the header, ascending.
  [[nodiscard]] const std::vector<RaggedRow>& ragged() const { return ragged_; }
  /// The position of the column `name`, or nothing.
  [[nodiscard]] std::optional<std::size_t> column(std::string_view name) const;
  /// A name that two columns have, if there is one.
  [[nodiscard]] std::optional<std::string> repeated_column() const;
  /// The ending of the last record that has one; `\n` where none has.
  [[nodiscard]] std::string_view ending() const;
  /// `record` with its ending, if it has one.
  [[nodiscard]] ByteRange whole(ByteRange record) const;

 private:
  void take_header(ByteRange record);
  void take_row(ByteRange record, std::size_t cells);

  std::string_view text_;
  std::vector<std::string> header_;
  ByteRange header_range_;
  std::vector<ByteRange> rows_;
  std::vector<RaggedRow> ragged_;
};

/// Goes through the cells of one record.
class CsvCells {
 public:
  /// `record` is a record of the table that `text` is, without its ending.
  CsvCells(std::string_view text, ByteRange record)
      : text_(text.data()), next_(record.begin), end_(record.end) {}

  /// The next cell with its quotes, or nothing behind the last one.
  [[nodiscard]] std::optional<ByteRange> next();

 private:
  const char* text_;
  std::size_t next_;
  std::size_t end_;
  bool done_ = false;
};

/// All cells of `record`, with their quotes.
[[nodiscard]] std::vector<ByteRange> csv_cells(std::string_view text, ByteRange record);

/// `says` as a cell is written: in quotes where it would be read as something else without.
[[nodiscard]] std::string csv_written(std::string_view says);

/// What a cell says: itself, or, where it is quoted, what stands between its quotes. `kept` holds
/// the text where it cannot be a part of `cell`.
[[nodiscard]] std::string_view csv_value(std::string_view cell, std::string& kept);

}  // namespace patcher
