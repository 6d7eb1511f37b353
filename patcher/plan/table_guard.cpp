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
};

/// What tells a pair of rows, wherever in their tables they stand.
std::string name_of(const Pair& pair) {
  return pair.first.where.file + '\n' + pair.first.lines.front().text + '\n' +
         pair.second.where.file + '\n' + pair.second.lines.front().text;
}

Note note_of(const Family& family, const RowRef& row, std::string message) {
  const FamilyTable& table = family.tables[row.text];
  return table_note(table.path.str(), table.table->text(), table.table->rows()[row.row],
                    std::move(message));
}

/// The first two rows of each key that the family has twice.
std::vector<Pair> pairs_in(const EditContext& context, const TableChange& change) {
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
  std::vector<Pair> pairs;
  for (const auto& [first, rows] : index.duplicates()) {
    pairs.push_back({note_of(family, rows[0], "in the planned result, the first row"),
                     note_of(family, rows[1], "in the planned result, the second row")});
  }
  return pairs;
}

}  // namespace

Diagnostics duplicates_made(const Patch& patch, const BeforeAndAfter& views, SourceCache& cache) {
  Diagnostics errors;
  std::set<std::string> told;
  for (std::size_t i = 0; i < patch.edits.size(); ++i) {
    const auto* edit = std::get_if<TableEdit>(&patch.edits[i].what);
    if (edit == nullptr) continue;
    for (const Pair& pair : pairs_in({patch, i, views.before, cache}, *edit->change)) {
      told.insert(name_of(pair));
    }
    for (Pair& pair : pairs_in({patch, i, views.after, cache}, *edit->change)) {
      if (!told.insert(name_of(pair)).second) continue;
      Diagnostic diagnostic =
          about(patch, i, Code::row_duplicate,
                fmt::format("the edits of this patch together give '{}' and '{}' a row of one key",
                            pair.first.where.file, pair.second.where.file));
      diagnostic.target = pair.second.where;
      diagnostic.notes = {std::move(pair.first), std::move(pair.second)};
      diagnostic.hint = "leave the row out of one of the edits";
      errors.push_back(std::move(diagnostic));
    }
  }
  return errors;
}

}  // namespace patcher
