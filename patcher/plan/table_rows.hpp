// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "patcher/core/csv.hpp"
#include "patcher/manifest/table_edit.hpp"
#include "patcher/plan/splice.hpp"

namespace patcher {

/// The rows of `table` that have `cells`, compared as its reader compares them. A cell of a column
/// that the table has not fits no row.
[[nodiscard]] std::vector<std::size_t> rows_with(const CsvTable& table, const NamedCells& cells);

/// Puts the rows of `fresh`, each with its ending, at `at`: the beginning of a record or the end of
/// the table. They take the table's line ending, and where its last record has none, neither has
/// the last of them.
[[nodiscard]] Splice insertion_of(const CsvTable& fresh, const CsvTable& table, std::size_t at);

/// Takes the rows of `table` at `rows` (ascending) out, each with its ending; at the end of a table
/// without a last ending, the one before them goes.
[[nodiscard]] Splices removal_of(const CsvTable& table, const std::vector<std::size_t>& rows);

}  // namespace patcher
