// SPDX-License-Identifier: MIT
#include "patcher/plan/table_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace patcher {
namespace {

/// What a table's columns and a payload's have not in common.
struct Mismatch {
  std::vector<std::string> unknown;  ///< Of the payload, and not of the table.
  std::vector<std::string> missing;  ///< Of the table, and neither of the payload nor defaulted.

  [[nodiscard]] bool none() const { return unknown.empty() && missing.empty(); }
};

Mismatch mismatch(const TableChange& change, const CsvTable& payload, const CsvTable& table) {
  Mismatch found;
  for (const std::string& name : payload.header()) {
    if (!table.column(name)) found.unknown.push_back(name);
  }
  for (const std::string& name : table.header()) {
    if (!payload.column(name) && !change.defaults.contains(name)) found.missing.push_back(name);
  }
  return found;
}

std::string_view bytes_of(const CsvTable& table, ByteRange range) {
  return table.text().substr(range.begin, range.size());
}

LaidRows laid(const TableChange& change, const CsvTable& payload, const CsvTable& table) {
  const bool same_order = payload.header() == table.header();
  LaidRows rows{std::string(bytes_of(table, table.header_range())) + '\n'};
  for (const ByteRange record : payload.rows()) {
    if (same_order) {
      rows.text += bytes_of(payload, record);
      rows.text += '\n';
      continue;
    }
    const std::vector<ByteRange> cells = csv_cells(payload.text(), record);
    std::vector<std::string> line;
    for (const std::string& name : table.header()) {
      const auto column = payload.column(name);
      line.push_back(column ? std::string(bytes_of(payload, cells.at(*column)))
                            : csv_written(change.defaults.at(name)));
    }
    rows.text += fmt::format("{}\n", fmt::join(line, ","));
  }
  return rows;
}

Note header_note(const TreePath& path, const CsvTable& table, std::string message) {
  return table_note(path.str(), table.text(), table.header_range(), std::move(message));
}

Diagnostic unfit_column(const EditContext& context, const TableChange& change,
                        std::string message) {
  Diagnostic diagnostic =
      about(context.patch, context.index, Code::column_unfit, std::move(message));
  diagnostic.where = change.rows_where;
  diagnostic.lines = change.rows_lines;
  return diagnostic;
}

Diagnostics unfit_columns(const EditContext& context, const TableChange& change,
                          const CsvTable& payload, const FamilyTable& table) {
  Diagnostics errors;
  const Mismatch found = mismatch(change, payload, *table.table);
  for (const std::string& name : found.unknown) {
    errors.push_back(unfit_column(context, change,
                                  fmt::format("the payload has the column '{}', which '{}' has not",
                                              name, table.path.str())));
    errors.back().hint = "take it out of the payload, or see whether upstream renamed it";
  }
  for (const std::string& name : found.missing) {
    errors.push_back(unfit_column(context, change,
                                  fmt::format("'{}' has the column '{}', which the payload has not",
                                              table.path.str(), name)));
    errors.back().hint = fmt::format(
        "add it to the payload, or say what goes there with 'default: {{{}: ...}}'", name);
  }
  for (Diagnostic& error : errors) {
    error.notes = {
        header_note(table.path, *table.table, "the table's header"),
        table_note(change.payload, payload.text(), payload.header_range(), "the payload's header")};
  }
  return errors;
}

/// A new table must look like one that its family has.
Diagnostic unlike_family(const EditContext& context, const TableChange& change,
                         const CsvTable& payload, const Family& family) {
  const auto distance = [&](const FamilyTable& table) {
    const Mismatch found = mismatch(change, payload, *table.table);
    return found.unknown.size() + found.missing.size();
  };
  const auto& nearest = *std::ranges::min_element(family.tables, {}, distance);
  const Mismatch found = mismatch(change, payload, *nearest.table);
  Diagnostic diagnostic = unfit_column(
      context, change,
      found.missing.empty()
          ? fmt::format(
                "the header of the new table differs from those of its family: no table has "
                "the column '{}'",
                found.unknown.front())
          : fmt::format(
                "the header of the new table differs from those of its family: it lacks the "
                "column '{}'",
                found.missing.front()));
  diagnostic.notes = {
      header_note(nearest.path, *nearest.table, "the header that is nearest"),
      table_note(change.payload, payload.text(), payload.header_range(), "the payload's header")};
  diagnostic.hint = "give the payload the columns of one of the family's tables";
  return diagnostic;
}

/// The table of the family by whose header a new one is laid out: the payload's own if there is it.
const CsvTable* model_of(const TableChange& change, const CsvTable& payload, const Family& family) {
  const CsvTable* fitting = nullptr;
  for (const FamilyTable& table : family.tables) {
    if (table.table->header() == payload.header()) return &payload;
    const bool fits = mismatch(change, payload, *table.table).none();
    if (fits && fitting == nullptr) fitting = table.table;
  }
  return fitting;
}

std::optional<CsvTable> table_in(const std::string& bytes) {
  auto read = CsvTable::read(bytes);
  auto* table = std::get_if<CsvTable>(&read);
  return table == nullptr ? std::nullopt : std::optional(std::move(*table));
}

}  // namespace

std::vector<Note> lost_rows(const TableChange& change, const std::string& file,
                            const std::string& bytes) {
  const auto payload = table_in(*change.rows);
  const auto table = table_in(bytes);
  if (!payload || !table || !mismatch(change, *payload, *table).none()) return {};
  std::set<std::string_view> there;
  for (const ByteRange row : table->rows()) there.insert(bytes_of(*table, row));
  const LaidRows laid_now = laid(change, *payload, *table);
  const auto fresh = table_in(laid_now.text);
  for (std::size_t row = 0; row < fresh->rows().size(); ++row) {
    if (there.contains(bytes_of(*fresh, fresh->rows()[row]))) continue;
    Note note = table_note(change.payload, payload->text(), payload->rows()[row], "this row");
    return {{fmt::format("a row that the patch put into '{}' is not there any more", file),
             {file, 0, 0},
             {},
             {}},
            std::move(note)};
  }
  return {};
}

Result<LaidRows> laid_rows(const EditContext& context, const TableChange& change,
                           const CsvTable& payload, const Family& family) {
  const auto own = family.index_of(file_of(context.patch.edits[context.index]));
  if (!own) {
    const CsvTable* model = family.tables.empty() ? &payload : model_of(change, payload, family);
    if (model == nullptr) return unlike_family(context, change, payload, family);
    return laid(change, payload, *model);
  }
  const FamilyTable& target = family.tables[*own];
  Diagnostics errors = unfit_columns(context, change, payload, target);
  if (!errors.empty()) return Failure(std::move(errors));
  return laid(change, payload, *target.table);
}

}  // namespace patcher
