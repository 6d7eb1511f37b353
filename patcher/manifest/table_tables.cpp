// SPDX-License-Identifier: MIT
#include "patcher/manifest/table_tables.hpp"

#include <array>

namespace patcher::language {
namespace {

constexpr Shape one(Scalar scalar) { return {.scalar = scalar}; }

/// Cells by the names of their columns.
constexpr Shape kCells = {
    .form = Form::full_dictionary, .scalar = Scalar::text, .names = Scalar::filled_text};
constexpr Shape kColumnNames = {.form = Form::full_list, .scalar = Scalar::filled_text};

constexpr auto kHeaderKeyKeys =
    std::to_array<Key>({{"header_of", one(Scalar::tree_path), Need::required,
                         "A file of the tree whose header has the key's columns."},
                        {"plus", kColumnNames, Need::optional, "Columns of the key besides."}});
constexpr Table kHeaderKey = {"a key with 'header_of'", "header_key",
                              "The columns of another file's header.", kHeaderKeyKeys};
constexpr auto kColumnsKeyKeys = std::to_array<Key>(
    {{"columns", kColumnNames, Need::required, "The columns that tell two rows apart."}});
constexpr Table kColumnsKey = {"a key with 'columns'", "columns_key", "Columns by their names.",
                               kColumnsKeyKeys};
constexpr auto kKeyMaps = std::to_array<const Table*>({&kHeaderKey, &kColumnsKey});

constexpr auto kAfterRowKeys = std::to_array<Key>(
    {{"after", kCells, Need::required, "Cells of the one row that the new ones go behind."}});
constexpr Table kAfterRow = {"a position with 'after'", "after_row", "Behind a row.",
                             kAfterRowKeys};
constexpr auto kBeforeRowKeys = std::to_array<Key>(
    {{"before", kCells, Need::required, "Cells of the one row that the new ones go before."}});
constexpr Table kBeforeRow = {"a position with 'before'", "before_row", "Before a row.",
                              kBeforeRowKeys};
constexpr auto kPositionMaps = std::to_array<const Table*>({&kAfterRow, &kBeforeRow});

constexpr Key kTable = {"table", one(Scalar::tree_path), Need::required,
                        "The table to edit, relative to the tree's root."};
constexpr Key kKey = {
    "key", {.maps = kKeyMaps}, Need::required, "What tells two rows of the family apart."};
constexpr Key kFamily = {"family",
                         {.form = Form::full_list, .scalar = Scalar::tree_glob},
                         Need::required,
                         "Paths and globs of all tables that are read as one."};
constexpr Key kRowCount = {"count", one(Scalar::count), Need::optional,
                           "The exact number of rows; 1 if left out."};

constexpr auto kRowsKeys = std::to_array<Key>(
    {{"rows", one(Scalar::path), Need::required,
      "A file with the rows to add, header first, relative to this patch file."},
     {"table", one(Scalar::tree_path), Need::required,
      "The table to edit, relative to the tree's root; it is made where it is not there."},
     kKey,
     kFamily,
     {"position",
      {.scalar = Scalar::row_position, .maps = kPositionMaps},
      Need::optional,
      "Where the rows go: end (if left out), start, or beside a row."},
     {"default", kCells, Need::optional,
      "Cells for columns that the table may have and the payload has not."}});
constexpr auto kUpdateKeys =
    std::to_array<Key>({{"update_where", kCells, Need::required, "Cells of the rows to change."},
                        kTable,
                        {"set", kCells, Need::required, "The new cells of those rows."},
                        {"was", kCells, Need::optional, "What cells of 'set' must be before."},
                        kRowCount,
                        kKey,
                        kFamily});
constexpr auto kDeleteKeys =
    std::to_array<Key>({{"delete_where", kCells, Need::required, "Cells of the rows to take out."},
                        kTable,
                        kRowCount,
                        kKey,
                        kFamily});

}  // namespace

constexpr Table kRowsEdit = {"an edit with 'rows'", "rows_edit", "Adds rows to a table.",
                             kRowsKeys};
constexpr Table kUpdateRowsEdit = {"an edit with 'update_where'", "update_rows_edit",
                                   "Changes cells of rows of a table.", kUpdateKeys};
constexpr Table kDeleteRowsEdit = {"an edit with 'delete_where'", "delete_rows_edit",
                                   "Takes rows out of a table.", kDeleteKeys};

}  // namespace patcher::language
