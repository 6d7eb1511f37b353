// SPDX-License-Identifier: MIT
#include "patcher/plan/table_clash.hpp"

#include <fmt/format.h>

#include <unordered_map>
#include <utility>

namespace patcher {
namespace {

constexpr std::size_t kMostClashes = 10;

std::vector<KeyedText> texts_of(const Family& family, std::optional<std::size_t> own,
                                const CsvTable& fresh, const std::vector<std::string>& columns) {
  std::vector<KeyedText> texts;
  for (std::size_t i = 0; i < family.tables.size(); ++i) {
    texts.push_back({family.tables[i].table, scan_of(family.tables[i], columns), i});
  }
  texts.push_back({&fresh, std::make_shared<const KeyScan>(scan_keys(fresh, columns)),
                   own.value_or(family.tables.size())});
  return texts;
}

/// Writes down what clashes.
class Clashes {
 public:
  explicit Clashes(const ClashSubject& subject) : subject_(subject) {}

  Diagnostics run() {
    judge_base();
    if (!has_error(found_)) judge_payload();
    if (!has_error(found_)) judge_rows();
    return std::move(found_);
  }

 private:
  [[nodiscard]] Note family_note(const RowRef& row, std::string message) const {
    const FamilyTable& table = subject_.family.tables[row.text];
    return table_note(table.path.str(), table.table->text(), table.table->rows()[row.row],
                      std::move(message));
  }
  [[nodiscard]] Note payload_note(std::size_t row, std::string message) const {
    return table_note(subject_.change.payload, subject_.payload.text(),
                      subject_.payload.rows()[row], std::move(message));
  }
  [[nodiscard]] std::string path_of(const RowRef& row) const {
    return subject_.family.tables[row.text].path.str();
  }

  /// Rows of the payload that stand are no longer the base's own: those are judged as such.
  [[nodiscard]] std::optional<std::size_t> standing_in(const std::vector<RowRef>& rows) {
    for (std::size_t fresh = 0; fresh < subject_.keys.fresh().rows().size(); ++fresh) {
      const auto found = subject_.keys.find(fresh);
      if (!found || *found != rows.front()) continue;
      for (const RowRef& row : rows) {
        if (subject_.keys.stands(fresh, row)) return fresh;
      }
    }
    return std::nullopt;
  }

  void judge_base() {
    for (const auto& [first, rows] : subject_.keys.duplicates()) {
      if (found_.size() == kMostClashes) return;
      const auto fresh = standing_in(rows);
      fresh ? add_clash(*fresh, rows[0], rows[1]) : add_broken(rows);
    }
  }

  void add_broken(const std::vector<RowRef>& rows) {
    const bool is_merged =
        subject_.family.tables.size() > 1 || !subject_.family.index_of(subject_.table).has_value();
    Diagnostic diagnostic = broken_table(
        subject_.context, subject_.family.tables[rows[0].text].path,
        rows[0].text == rows[1].text
            ? fmt::format("the base's own table '{}' has two rows of one key", path_of(rows[0]))
            : fmt::format("the base's own tables '{}' and '{}' have a row of one key each",
                          path_of(rows[0]), path_of(rows[1])));
    diagnostic.notes = {family_note(rows[0], "the first row"),
                        family_note(rows[1], "the second row")};
    diagnostic.target = diagnostic.notes.front().where;
    if (!is_merged) {
      diagnostic.severity = Severity::warning;
      diagnostic.hint = "the reader does not look for it while the family has one table";
    }
    found_.push_back(std::move(diagnostic));
  }

  [[nodiscard]] Diagnostic clash(std::string message) const {
    Diagnostic diagnostic = about(subject_.context.patch, subject_.context.index,
                                  Code::row_duplicate, std::move(message));
    diagnostic.where = subject_.change.rows_where;
    diagnostic.lines = subject_.change.rows_lines;
    return diagnostic;
  }

  void judge_payload() {
    for (const auto& [first, second] : subject_.keys.own_duplicates()) {
      if (found_.size() == kMostClashes) return;
      Diagnostic diagnostic = clash("two rows of the payload have one key");
      diagnostic.notes = {payload_note(first, "the first row"),
                          payload_note(second, "the second row")};
      diagnostic.hint = "leave one of the two out";
      found_.push_back(std::move(diagnostic));
    }
  }

  /// The payload's row `fresh` stands in its table, and another row has its key.
  void add_clash(std::size_t fresh, const RowRef& one, const RowRef& other) {
    Diagnostic diagnostic =
        clash(fmt::format("'{}' and '{}' have a row of one key each, and one is "
                          "the payload's",
                          path_of(one), path_of(other)));
    diagnostic.notes = {payload_note(fresh, "the payload's row"), family_note(one, "the first row"),
                        family_note(other, "the second row")};
    diagnostic.target = diagnostic.notes.back().where;
    diagnostic.hint = "revert the patch, and take the row out of the payload";
    found_.push_back(std::move(diagnostic));
  }

  void judge_rows() {
    for (std::size_t row = 0; row < subject_.keys.fresh().rows().size(); ++row) {
      const auto found = subject_.keys.find(row);
      if (!found || subject_.keys.stands(row, *found)) continue;
      if (found_.size() == kMostClashes) return;
      Diagnostic diagnostic = clash(
          fmt::format("'{}' has a row of the same key as one of the payload", path_of(*found)));
      diagnostic.notes = {payload_note(row, "the payload's row"),
                          family_note(*found, "the row that is there")};
      diagnostic.target = diagnostic.notes.back().where;
      diagnostic.hint =
          "take the row out of the payload, or change the row that is there, not both";
      found_.push_back(std::move(diagnostic));
    }
  }

  const ClashSubject& subject_;
  Diagnostics found_;
};

}  // namespace

FamilyKeys::FamilyKeys(const Family& family, std::optional<std::size_t> own, const CsvTable& fresh,
                       const std::vector<std::string>& columns)
    : family_(family),
      own_(own),
      table_(fresh),
      fresh_(family.tables.size()),
      index_(texts_of(family, own, fresh, columns), family.tables.size(), columns) {}

bool FamilyKeys::stands(std::size_t row, const RowRef& found) const {
  if (found.text != own_) return false;
  const CsvTable& own = *family_.tables[*own_].table;
  const ByteRange there = own.rows()[found.row];
  const ByteRange fresh = table_.rows()[row];
  return own.text().substr(there.begin, there.size()) ==
         table_.text().substr(fresh.begin, fresh.size());
}

std::vector<std::pair<std::size_t, std::size_t>> FamilyKeys::own_duplicates() {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  std::unordered_multimap<std::uint64_t, std::size_t> seen;
  for (std::size_t row = 0; row < table_.rows().size(); ++row) {
    const std::uint64_t hash = index_.hash({fresh_, row});
    const auto [begin, end] = seen.equal_range(hash);
    for (auto first = begin; first != end; ++first) {
      if (!index_.same({fresh_, first->second}, {fresh_, row})) continue;
      pairs.emplace_back(first->second, row);
      break;
    }
    seen.emplace(hash, row);
  }
  return pairs;
}

Diagnostics clashes_of(const ClashSubject& subject) { return Clashes(subject).run(); }

}  // namespace patcher
