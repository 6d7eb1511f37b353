// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/diagnostic.hpp"
#include "patcher/core/tree_path.hpp"
#include "patcher/manifest/manifest.hpp"

namespace patcher {

/// Which columns tell two rows of a family of tables apart: those named, or the header of another
/// file and some more.
struct TableKey {
  std::vector<std::string> columns;  ///< Named outright, or besides the header's.
  /// A file of the tree. Its columns that no table of the family has are left out, as the reader
  /// leaves them out.
  std::optional<TreePath> header_of;
};

/// Cells by their columns, as they are spelled.
using NamedCells = std::map<std::string, std::string>;

/// Where new rows go in a table that is there.
struct RowPosition {
  enum class Side { start, end, before, after };
  Side side = Side::end;
  NamedCells row = {};  ///< The one row that `before` and `after` speak of.
};

/// Rows that are there, and what becomes of them.
struct ChosenRows {
  NamedCells where;       ///< Which rows: those with these cells, compared as the reader does.
  std::size_t count = 1;  ///< Exact number of rows, at least 1.
  NamedCells set = {};    ///< Their new cells, as they are written; none where they are deleted.
  NamedCells was = {};    ///< What of those must be there before, as it is written.

  [[nodiscard]] bool deletes() const { return set.empty(); }
};

/// What a table edit does: it puts the payload's rows into one table of a family, or changes rows
/// that are there.
struct TableChange {
  TableKey key;
  std::vector<std::string> family;  ///< Paths and globs of all tables that the reader merges.
  std::string payload;              ///< The payload file's path, as it was opened.
  std::shared_ptr<const std::string> rows;  ///< Its bytes: a table, header first.
  RowPosition position;
  NamedCells defaults;  ///< Cells for columns that the table may have and the payload has not.
  Place rows_where;     ///< The payload's name in the patch file.
  std::vector<ExcerptLine> rows_lines;              ///< Source lines there, for messages.
  std::optional<ChosenRows> chosen = std::nullopt;  ///< Then there is no payload.
};

/// Says whether the reader of a family takes `path` for a table of it by the entry `member`.
///
/// A path is that file. A glob catches files of its own folder only, `*` no slash, and none with
/// "untuned" in its name.
/// Source: aiter, jit/core.py, AITER_CONFIG.get_config_file.
[[nodiscard]] bool is_read_as(const std::string& member, const TreePath& path);

/// Says whether the table's bytes alone tell what undoes `change` where it reads as applied.
[[nodiscard]] bool is_undone_by_bytes(const TableChange& change);

/// Every path of a tree that `change` names besides the table, and every glob.
[[nodiscard]] std::vector<TreePath> paths_of(const TableChange& change);
[[nodiscard]] std::vector<std::string> globs_of(const TableChange& change);

}  // namespace patcher
