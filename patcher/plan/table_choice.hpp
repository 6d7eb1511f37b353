// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/core/csv.hpp"
#include "patcher/manifest/table_edit.hpp"
#include "patcher/plan/finding.hpp"

namespace patcher {

/// Judges an edit that changes rows of `table`, the edited one, or takes some out.
///
/// A row is to be changed where it has the edit's cells and not all of its new ones, and is changed
/// where it has the new ones besides those that no new one replaces. `count` of the former is
/// pristine, of the latter applied, both together partial; more are ambiguous (anchor_ambiguous),
/// fewer drifted (row_missing). Rows that were taken out leave nothing that could tell.
/// Errors (column_unfit): a column that the table has not, a row too short for it;
/// (content_differs): a cell that is not what it is said to have been.
[[nodiscard]] Finding find_chosen_rows(const EditContext& context, const ChosenRows& chosen,
                                       const CsvTable& table);

/// Notes on what of `chosen` is not as it was made in `bytes`, those of the table at `file` now.
/// None where it is.
[[nodiscard]] std::vector<Note> lost_choice(const ChosenRows& chosen, const std::string& file,
                                            const std::string& bytes);

}  // namespace patcher
