// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "patcher/plan/table_family.hpp"
#include "patcher/plan/table_keys.hpp"

namespace patcher {

/// The keys of a family, and those of rows that are to go into one of its tables.
class FamilyKeys {
 public:
  /// `own` is the table that the rows of `fresh` go into; nothing where it is new. All must outlive
  /// this.
  FamilyKeys(const Family& family, std::optional<std::size_t> own, const CsvTable& fresh,
             const std::vector<std::string>& columns);

  /// The row of the family with the key of row `row` of `fresh`; its text is the table's index.
  [[nodiscard]] std::optional<RowRef> find(std::size_t row) { return index_.find({fresh_, row}); }
  /// Says whether that is the same row already: it is in the table, with the same bytes.
  [[nodiscard]] bool stands(std::size_t row, const RowRef& found) const;
  /// Rows of the family that have one key.
  [[nodiscard]] const std::map<RowRef, std::vector<RowRef>>& duplicates() const {
    return index_.duplicates();
  }
  /// Pairs of rows of `fresh` that have one key: the first one, and a later one.
  [[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> own_duplicates();
  [[nodiscard]] const CsvTable& fresh() const { return table_; }

 private:
  const Family& family_;
  std::optional<std::size_t> own_;
  const CsvTable& table_;
  std::size_t fresh_;  ///< Its place behind the family's tables.
  KeyIndex index_;
};

/// What an edit's rows are held against.
struct ClashSubject {
  const EditContext& context;
  const TableChange& change;
  const TreePath& table;
  const Family& family;
  const CsvTable& payload;
  FamilyKeys& keys;
};

/// Errors for rows of one key: table_broken where all are the base's, row_duplicate where one is
/// the payload's; both rows are shown. Where the family has one table, which the reader never
/// merges, what the base has twice is a warning.
[[nodiscard]] Diagnostics clashes_of(const ClashSubject& subject);

}  // namespace patcher
