// SPDX-License-Identifier: MIT
#include "patcher/plan/table_rows.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "patcher/plan/table_keys.hpp"

namespace patcher {
namespace {

std::string quoted(const std::string& cell) {
  std::string text = "\"";
  for (const char c : cell) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + '"';
}

/// A table of one row with `cells`.
std::string table_of(const NamedCells& cells) {
  std::string names;
  std::string values;
  for (const auto& [name, value] : cells) {
    const std::string comma = names.empty() ? "" : ",";
    names += comma + quoted(name);
    values += comma + quoted(value);
  }
  return names + '\n' + values + '\n';
}

std::size_t ending_before(std::string_view text, std::size_t at) {
  if (at >= 2 && text.substr(at - 2, 2) == "\r\n") return at - 2;
  const bool has_one = at >= 1 && (text[at - 1] == '\n' || text[at - 1] == '\r');
  return has_one ? at - 1 : at;
}

bool ends_record(std::string_view text, std::size_t at) {
  return at == 0 || ending_before(text, at) != at;
}

}  // namespace

std::vector<std::size_t> rows_with(const CsvTable& table, const NamedCells& cells) {
  std::vector<std::string> columns;
  for (const auto& [name, value] : cells) {
    if (!table.column(name)) return {};
    columns.push_back(name);
  }
  const std::string text = table_of(cells);
  const auto read = CsvTable::read(text);
  const auto& wanted = std::get<CsvTable>(read);
  KeyIndex index({{&table, std::make_shared<const KeyScan>(scan_keys(table, columns)), 0},
                  {&wanted, std::make_shared<const KeyScan>(scan_keys(wanted, columns)), 0}},
                 0, columns);
  const RowRef sought{1, 0};
  const std::uint64_t hash = index.hash(sought);
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.rows().size(); ++row) {
    if (index.hash({0, row}) == hash && index.same({0, row}, sought)) rows.push_back(row);
  }
  return rows;
}

Splice insertion_of(const CsvTable& fresh, const CsvTable& table, std::size_t at) {
  const std::string_view ending = table.ending();
  Splice splice{{at, at}, {}};
  const bool joins = !ends_record(table.text(), at);
  for (const ByteRange row : fresh.rows()) {
    if (joins) splice.text += ending;
    splice.text += fresh.text().substr(row.begin, row.size());
    if (!joins) splice.text += ending;
  }
  return splice;
}

Splices removal_of(const CsvTable& table, const std::vector<std::size_t>& rows) {
  Splices splices;
  for (const std::size_t row : rows) {
    const ByteRange range = table.whole(table.rows()[row]);
    if (!splices.empty() && splices.back().range.end == range.begin) {
      splices.back().range.end = range.end;
    } else {
      splices.push_back({range, {}});
    }
  }
  if (splices.empty()) return splices;
  ByteRange& last = splices.back().range;
  if (last.end == table.text().size() && !ends_record(table.text(), last.end)) {
    last.begin = ending_before(table.text(), last.begin);
  }
  return splices;
}

}  // namespace patcher
