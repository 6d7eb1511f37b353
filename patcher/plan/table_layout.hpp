// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/core/csv.hpp"
#include "patcher/core/result.hpp"
#include "patcher/plan/table_family.hpp"

namespace patcher {

/// A payload's rows as they are written into one table.
struct LaidRows {
  std::string text;  ///< The table's header and the rows, each ending in `\n`.
};

/// Lays the rows of `payload` out by the header of the table that they are to go into, or, where
/// that is not there, by the header that the tables of the family have.
///
/// Cells keep their spelling; a row in the table's own order keeps its bytes.
/// Errors (column_unfit): the payload has a column that the table has not, or lacks one without a
/// default; no table of the family has the columns of a new one.
[[nodiscard]] Result<LaidRows> laid_rows(const EditContext& context, const TableChange& change,
                                         const CsvTable& payload, const Family& family);

/// Notes on what of `change` is not as it was written in `bytes`, the table's now: a row that is
/// not there any more. None where all rows stand, or the table has other columns.
[[nodiscard]] std::vector<Note> lost_rows(const TableChange& change, const std::string& file,
                                          const std::string& bytes);

}  // namespace patcher
