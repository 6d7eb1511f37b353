// SPDX-License-Identifier: MIT
#include "patcher/plan/table_guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "patcher/plan/table_family.hpp"

namespace patcher {
namespace {

/// Two rows of one key.
struct Pair {
  Note first;
  Note second;
  std::string name;  ///< What tells it, wherever in their tables the rows stand.
};

/// What a family has twice.
struct Twice {
  std::vector<Pair> pairs;
  bool is_merged = false;  ///< The reader merges several tables, and looks for it.
};

Note note_of(const Family& family, const RowRef& row, std::string message) {
  const FamilyTable& table = family.tables[row.text];
  return table_note(table.path.str(), table.table->text(), table.table->rows()[row.row],
                    std::move(message));
}

/// The key of `row` as it is spelled, with its table.
std::string name_of(const Family& family, const RowRef& row,
                    const std::vector<std::string>& columns) {
  const FamilyTable& table = family.tables[row.text];
  std::string name = table.path.str();
  KeyCells cells(*table.table, columns);
  for (const std::string_view cell : cells.of(table.table->rows()[row.row])) {
    name += '\n';
    name += cell;
  }
  return name + '\n';
}

/// The first two rows of each key that the family has twice.
Twice twice_in(const EditContext& context, const TableChange& change) {
  const Family family = read_family(change.family, context.view, context.cache);
  std::vector<const CsvTable*> tables;
  for (const FamilyTable& table : family.tables) tables.push_back(table.table);
  const Result<std::vector<std::string>> columns = key_columns(context, change, tables);
  if (!columns) return {};
  std::vector<KeyedText> texts;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    texts.push_back({tables[i], scan_of(family.tables[i], *columns), i});
  }
  const KeyIndex index(std::move(texts), tables.size(), *columns);
  Twice twice{{}, tables.size() > 1};
  for (const auto& [first, rows] : index.duplicates()) {
    twice.pairs.push_back(
        {note_of(family, rows[0], "in the planned result, the first row"),
         note_of(family, rows[1], "in the planned result, the second row"),
         name_of(family, rows[0], *columns) + name_of(family, rows[1], *columns)});
  }
  return twice;
}

/// One edit that adds rows is held against its family where it is found.
bool is_judged_alone(const Patch& patch, const TableEdit& edit) {
  return patch.edits.size() == 1 && !edit.change->chosen;
}

/// The base has `pair` and keeps it.
Diagnostic kept(const EditContext& context, const Pair& pair, bool is_merged) {
  Diagnostic diagnostic = broken_table(
      context, file_of(context.patch.edits[context.index]),
      fmt::format("the base's own tables '{}' and '{}' have a row of one key each, and keep it",
                  pair.first.where.file, pair.second.where.file));
  if (is_merged) return diagnostic;
  diagnostic.severity = Severity::warning;
  diagnostic.hint = "the reader does not look for it while the family has one table";
  return diagnostic;
}

Diagnostic made(const EditContext& context, const Pair& pair) {
  Diagnostic diagnostic =
      about(context.patch, context.index, Code::row_duplicate,
            fmt::format("the edits of this patch give '{}' and '{}' a row of one key",
                        pair.first.where.file, pair.second.where.file));
  diagnostic.hint = "leave the row out of one of the edits, or change another";
  return diagnostic;
}

/// What a table edit makes a family have twice; `told` has the names of what was told before.
Diagnostics duplicates_by(const EditContext& before, const EditContext& after,
                          std::set<std::string>& told) {
  const TableChange& change = *std::get<TableEdit>(before.patch.edits[before.index].what).change;
  std::set<std::string> old;
  for (const Pair& pair : twice_in(before, change).pairs) old.insert(pair.name);
  const Twice twice = twice_in(after, change);
  Diagnostics errors;
  for (const Pair& pair : twice.pairs) {
    const bool is_old = old.contains(pair.name);
    const bool is_to_tell = (!is_old || change.chosen) && told.insert(pair.name).second;
    if (!is_to_tell) continue;
    errors.push_back(is_old ? kept(before, pair, twice.is_merged) : made(before, pair));
    errors.back().target = pair.second.where;
    errors.back().notes = {pair.first, pair.second};
  }
  return errors;
}

}  // namespace

Diagnostics duplicates_made(const Patch& patch, const BeforeAndAfter& views, SourceCache& cache) {
  Diagnostics errors;
  std::set<std::string> told;
  for (std::size_t i = 0; i < patch.edits.size(); ++i) {
    const auto* edit = std::get_if<TableEdit>(&patch.edits[i].what);
    if (edit == nullptr || is_judged_alone(patch, *edit)) continue;
    append(errors,
           duplicates_by({patch, i, views.before, cache}, {patch, i, views.after, cache}, told));
  }
  return errors;
}

}  // namespace patcher
