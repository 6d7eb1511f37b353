// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/csv.hpp"
#include "patcher/plan/table_value.hpp"

namespace patcher {

/// Takes the cells of a key out of the records of one table.
///
/// A column that the table has not is filled in as the reader of a family does: `gfx` by `cu_num`,
/// else 0. So is nothing: a row may be short, and what it lacks is missing.
/// Source: aiter, jit/core.py, AITER_CONFIG.update_config_files.
class KeyCells {
 public:
  /// `table` must outlive this.
  KeyCells(const CsvTable& table, const std::vector<std::string>& columns);

  /// What the key's cells of `record` say, one for each column, good until the next call.
  [[nodiscard]] const std::vector<std::string_view>& of(ByteRange record);

 private:
  [[nodiscard]] std::string_view filled(std::size_t column) const;

  const CsvTable& table_;
  std::vector<std::optional<std::size_t>> at_;  ///< By column of the key: its cell in a record.
  std::optional<std::size_t> cu_num_at_;
  std::optional<std::size_t> gfx_;  ///< The column of the key that `cu_num` fills in.
  std::size_t needed_ = 0;          ///< How many cells of a record have to be read.
  std::vector<std::string_view> record_;
  std::vector<std::string> kept_;
  std::vector<std::string_view> cells_;
};

/// What a scan of one text knows of a key's columns.
struct KeyScan {
  std::vector<CellKinds> kinds;       ///< By column of the key; see kVastNumber too.
  std::vector<std::uint64_t> hashes;  ///< By row, every cell taken for what it looks like.
};

/// Beside the bits of CellKind: a whole number that double precision may not hold.
inline constexpr CellKinds kVastNumber = 64;

/// Goes through all rows of `table`.
[[nodiscard]] KeyScan scan_keys(const CsvTable& table, const std::vector<std::string>& columns);

/// A table, or rows that are to become part of one.
struct KeyedText {
  const CsvTable* table = nullptr;  ///< Must outlive this.
  std::shared_ptr<const KeyScan> scan;
  std::size_t part_of = 0;  ///< Equal for texts whose rows the reader types together.
};

/// A row of one of several texts, 0-based both.
struct RowRef {
  std::size_t text = 0;
  std::size_t row = 0;

  friend bool operator==(const RowRef&, const RowRef&) = default;
  friend auto operator<=>(const RowRef&, const RowRef&) = default;
};

/// The keys of a family of tables, compared as its reader compares them.
class KeyIndex {
 public:
  /// The rows of the first `indexed` of `texts` are looked for duplicates; those of the others only
  /// count when the types of columns are settled, and can be looked up. `columns` are those that
  /// the texts were scanned by.
  KeyIndex(std::vector<KeyedText> texts, std::size_t indexed, std::vector<std::string> columns);

  /// For each key that more than one indexed row has, its rows, by the first of them.
  [[nodiscard]] const std::map<RowRef, std::vector<RowRef>>& duplicates() const { return groups_; }
  /// The first indexed row with the key of `row`, if there is one.
  [[nodiscard]] std::optional<RowRef> find(RowRef row);
  /// A number that is the same for rows of the same key.
  [[nodiscard]] std::uint64_t hash(RowRef row);
  /// Says whether two rows have the same key.
  [[nodiscard]] bool same(RowRef a, RowRef b);

 private:
  [[nodiscard]] CellKinds kinds_of(std::size_t text, std::size_t column) const;
  [[nodiscard]] Comparison settled_types(std::size_t column);
  void add(RowRef row);
  [[nodiscard]] std::size_t slot_of(RowRef row, std::uint64_t hash);
  [[nodiscard]] bool needs_rehash(std::size_t text) const;
  [[nodiscard]] std::uint64_t computed_hash(RowRef row);
  [[nodiscard]] std::vector<CellValue> values(RowRef row);

  std::vector<KeyedText> texts_;
  std::vector<std::string> columns_;
  std::vector<std::vector<ColumnType>> types_;  ///< By text and column of the key.
  std::vector<Comparison> comparisons_;         ///< By column of the key.
  std::vector<KeyCells> cells_;                 ///< By text.
  std::vector<bool> rehashed_;                  ///< By text.
  std::vector<RowRef> slots_;                   ///< Open addressing; `text` past the end is free.
  std::map<RowRef, std::vector<RowRef>> groups_;
};

}  // namespace patcher
