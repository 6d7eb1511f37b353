// SPDX-License-Identifier: MIT
#include "patcher/manifest/table_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "patcher/core/csv.hpp"
#include "patcher/core/utf8.hpp"
#include "patcher/manifest/document.hpp"
#include "patcher/manifest/fields.hpp"
#include "patcher/manifest/scalar_rule.hpp"
#include "patcher/manifest/table_edit.hpp"

namespace patcher::language {
namespace {

using yaml::Value;

constexpr std::size_t kMostRowsNamed = 10;

NamedCells cells_of(const Value& map, std::string_view key) {
  NamedCells cells;
  const Value* named = yaml::value_of(map, key);
  if (named == nullptr || named->kind != yaml::Kind::map) return cells;
  for (const yaml::Entry& entry : named->entries) {
    cells[std::string(without_final_newline(entry.key.text))] =
        without_final_newline(entry.value.text);
  }
  return cells;
}

TableKey key_of(const Value& map) {
  TableKey key;
  const Value* spelled = yaml::value_of(map, "key");
  if (spelled == nullptr) return key;
  if (yaml::value_of(*spelled, "header_of") == nullptr) {
    key.columns = texts_of(*spelled, "columns");
    return key;
  }
  key.header_of = path_of(*spelled, "header_of");
  key.columns = texts_of(*spelled, "plus");
  return key;
}

RowPosition position_of(const Value& map) {
  const Value* spelled = yaml::value_of(map, "position");
  if (spelled == nullptr) return {};
  if (spelled->kind != yaml::Kind::map) {
    return {spelled->text == "start" ? RowPosition::Side::start : RowPosition::Side::end};
  }
  const bool is_after = yaml::value_of(*spelled, "after") != nullptr;
  return {is_after ? RowPosition::Side::after : RowPosition::Side::before,
          cells_of(*spelled, is_after ? "after" : "before")};
}

/// Judges the payload of one edit.
class PayloadCheck {
 public:
  PayloadCheck(const TableChange& change, ByteRange source, Findings& findings)
      : change_(change), source_(source), findings_(findings) {}

  void run() {
    const std::string_view bytes = *change_.rows;
    if (!is_utf8(bytes)) {
      refuse("the payload is not UTF-8", bytes.size());
      return;
    }
    const auto read = CsvTable::read(bytes);
    if (const auto* fault = std::get_if<CsvFault>(&read)) {
      const bool is_empty = fault->kind == CsvFault::Kind::empty;
      refuse(is_empty ? "the payload is empty, expected a header and rows"
                      : "a quoted cell of the payload does not end",
             fault->offset);
      return;
    }
    const auto& table = std::get<CsvTable>(read);
    check_header(table);
    check_rows(table);
  }

 private:
  void check_header(const CsvTable& table) {
    if (const auto name = table.repeated_column()) {
      refuse(fmt::format("the payload has the column '{}' twice", *name),
             table.header_range().begin);
    }
    for (const auto& [name, cell] : change_.defaults) {
      if (!table.column(name)) continue;
      refuse(fmt::format("'default' names the column '{}', which the payload has", name),
             table.header_range().begin);
    }
    if (table.rows().empty()) refuse("the payload has no row", table.header_range().begin);
  }

  void check_rows(const CsvTable& table) {
    std::size_t named = 0;
    for (const RaggedRow& ragged : table.ragged()) {
      if (named++ == kMostRowsNamed) return;
      refuse(fmt::format("a row of the payload has {} cells, its header has {}", ragged.cells,
                         table.header().size()),
             table.rows()[ragged.row].begin);
    }
  }

  void refuse(std::string message, std::size_t offset) {
    Diagnostic& found = findings_.error(Code::table_invalid, source_, std::move(message),
                                        "correct the payload: every row has one cell a column");
    const std::string_view bytes = *change_.rows;
    if (offset >= bytes.size()) return;
    const auto before = bytes.substr(0, offset);
    const auto line = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n'));
    const std::string_view shown =
        bytes.substr(offset, bytes.find_first_of("\r\n", offset) - offset);
    found.notes.push_back({.message = "it stands here",
                           .where = {change_.payload, line + 1, 1},
                           .lines = {{line + 1, std::string(shown), {}}}});
  }

  const TableChange& change_;
  ByteRange source_;
  Findings& findings_;
};

void read_rows(const Value& map, TableChange& change, Payloads& payloads, Findings& findings) {
  const Value* rows = yaml::value_of(map, "rows");
  if (rows == nullptr) return;
  const std::string spelling(without_final_newline(rows->text));
  change.rows_where = findings.source().place(rows->source.begin);
  change.rows_lines = findings.source().excerpt(rows->source);
  change.payload = beside(change.rows_where.file, spelling);
  auto read = payloads.read(spelling);
  if (!read) {
    findings.relay(read.error().diagnostics(), rows->source);
    return;
  }
  change.rows = std::make_shared<const std::string>(*std::move(read));
  PayloadCheck(change, rows->source, findings).run();
}

/// Judges which rows an edit changes, and to what.
class ChoiceCheck {
 public:
  ChoiceCheck(const Value& map, const ChosenRows& rows, Findings& findings)
      : map_(map), rows_(rows), findings_(findings) {}

  void run() {
    if (rows_.deletes()) return;
    for (const auto& [name, cell] : rows_.was) {
      if (rows_.set.contains(name)) continue;
      refuse("was", fmt::format("'was' names the column '{}', which 'set' does not change", name),
             "name the rows by it in 'update_where', or leave it out");
    }
    if (rows_.set == rows_.was) {
      refuse("set", "the edit changes nothing: 'set' and 'was' are the same",
             "change 'set', or leave the edit out");
    }
  }

 private:
  void refuse(std::string_view key, std::string message, std::string hint) {
    findings_.error(Code::table_invalid, yaml::value_of(map_, key)->source, std::move(message),
                    std::move(hint));
  }

  const Value& map_;
  const ChosenRows& rows_;
  Findings& findings_;
};

std::optional<ChosenRows> chosen_of(const Value& map) {
  const std::size_t count = static_cast<std::size_t>(number_of(map, "count").value_or(1));
  if (yaml::value_of(map, "delete_where") != nullptr) {
    return ChosenRows{cells_of(map, "delete_where"), count};
  }
  if (yaml::value_of(map, "update_where") == nullptr) return std::nullopt;
  return ChosenRows{cells_of(map, "update_where"), count, cells_of(map, "set"),
                    cells_of(map, "was")};
}

/// A table that no entry of its family stands for is never merged: what is put there does nothing.
void refuse_unread(const Value& map, const TreePath& table, const TableChange& change,
                   Findings& findings) {
  const auto& members = change.family;
  const bool is_read = std::any_of(members.begin(), members.end(), [&](const std::string& member) {
    return is_read_as(member, table);
  });
  if (is_read || members.empty() || table.str().empty()) return;
  findings.error(
      Code::table_unread, yaml::value_of(map, "table")->source,
      fmt::format("the reader of the family ignores '{}': none of '{}' stands for it", table.str(),
                  fmt::join(members, "', '")),
      "name the table so that a glob of the family catches it, in that folder and without "
      "'untuned'; or correct 'family'");
}

}  // namespace

TableEdit read_table_edit(const Value& map, Payloads& payloads, Findings& findings) {
  TableEdit edit;
  edit.file = path_of(map, "table");
  auto change = std::make_shared<TableChange>();
  change->key = key_of(map);
  change->family = texts_of(map, "family");
  change->position = position_of(map);
  change->defaults = cells_of(map, "default");
  change->rows = std::make_shared<const std::string>();
  change->chosen = chosen_of(map);
  if (change->chosen) {
    ChoiceCheck(map, *change->chosen, findings).run();
  } else {
    read_rows(map, *change, payloads, findings);
  }
  refuse_unread(map, edit.file, *change, findings);
  edit.change = std::move(change);
  return edit;
}

}  // namespace patcher::language
