// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "patcher/import/change.hpp"

namespace patcher {

/// Rows that are new at the end of a table.
struct AppendedRows {
  std::string payload;           ///< The table's header and the new rows.
  std::vector<std::string> key;  ///< Columns by which all rows differ: the fewest leading ones.
};

/// The rows that `file`, a table by its name, has at its end and had not; nothing where anything
/// else of it changes, or where it is not plain: quotes, `\r`, rows of another width, equal rows.
[[nodiscard]] std::optional<AppendedRows> appended_rows(const ChangedPath& file);

}  // namespace patcher
