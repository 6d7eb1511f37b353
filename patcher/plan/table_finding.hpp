// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/plan/finding.hpp"

namespace patcher {

/// Judges a table edit whose path has a regular file, or nothing.
///
/// The guards come first: the family must be sound without the payload's rows (table_broken), the
/// key must be one of its columns (key_unfit), the payload must have the table's columns
/// (column_unfit), and no other row of the family may have the key of one of the payload's
/// (row_duplicate). Then a payload row stands where a row of its bytes and key is in the table: all
/// stand is applied, none is pristine, some is partial. What needs a row that is not there:
/// row_missing; that is there twice: anchor_ambiguous.
[[nodiscard]] Finding find_table_edit(const EditContext& context, const TableEdit& edit);

}  // namespace patcher
