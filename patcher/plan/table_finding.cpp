// SPDX-License-Identifier: MIT
#include "patcher/plan/table_finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "patcher/plan/table_choice.hpp"
#include "patcher/plan/table_clash.hpp"
#include "patcher/plan/table_family.hpp"
#include "patcher/plan/table_layout.hpp"
#include "patcher/plan/table_rows.hpp"

namespace patcher {
namespace {

Finding refused(State state, Diagnostics diagnostics) {
  Finding finding;
  finding.state = state;
  finding.diagnostics = std::move(diagnostics);
  return finding;
}

/// A payload that cannot be read was refused when the manifest was loaded.
CsvTable table_in(std::string_view text) {
  auto read = CsvTable::read(text);
  auto* table = std::get_if<CsvTable>(&read);
  return table == nullptr ? CsvTable() : std::move(*table);
}

/// How the payload's rows stand to one table.
struct Standing {
  std::vector<std::size_t> there;  ///< Rows of the table that are rows of the payload, ascending.
  std::size_t absent = 0;          ///< Rows of the payload that are not there.
};

/// Judges one table edit.
class TableFinder {
 public:
  TableFinder(const EditContext& context, const TableEdit& edit)
      : context_(context),
        edit_(edit),
        change_(*edit.change),
        family_(read_family(change_.family, context.view, context.cache)),
        own_(family_.index_of(edit.file)),
        payload_(table_in(*change_.rows)) {}

  Finding run() {
    Diagnostics broken = broken_tables(context_, family_);
    if (!broken.empty()) return refused(State::drifted, std::move(broken));
    Result<std::vector<std::string>> columns = key_columns(context_, change_, all_tables());
    if (!columns) return refused(State::drifted, std::move(columns).error().diagnostics());
    if (change_.chosen) return chosen(*change_.chosen);
    Result<LaidRows> laid = laid_rows(context_, change_, payload_, family_);
    if (!laid) return refused(State::drifted, std::move(laid).error().diagnostics());
    const CsvTable fresh = table_in(laid->text);
    FamilyKeys keys(family_, own_, fresh, *columns);
    const ClashSubject subject{context_, change_, edit_.file, family_, payload_, keys};
    Diagnostics clashes = clashes_of(subject);
    if (has_error(clashes)) return refused(State::drifted, std::move(clashes));
    Finding finding = own_ ? judged(fresh, keys) : new_table(*laid);
    finding.diagnostics.insert(finding.diagnostics.begin(), clashes.begin(), clashes.end());
    return finding;
  }

 private:
  [[nodiscard]] const CsvTable* own_table() const {
    return own_ ? family_.tables[*own_].table : nullptr;
  }

  [[nodiscard]] std::vector<const CsvTable*> all_tables() const {
    std::vector<const CsvTable*> all;
    for (const FamilyTable& table : family_.tables) all.push_back(table.table);
    if (!own_) all.push_back(&payload_);
    return all;
  }

  /// What the change makes of the family is judged with the whole patch.
  [[nodiscard]] Finding chosen(const ChosenRows& rows) const {
    if (own_) return find_chosen_rows(context_, rows, *own_table());
    return refused(State::missing, {not_there("the edit is to change rows of it")});
  }

  [[nodiscard]] Diagnostic not_there(const std::string& why) const {
    Diagnostic diagnostic = about(context_.patch, context_.index, Code::file_missing,
                                  fmt::format("'{}' is not in tree '{}', and {}", edit_.file.str(),
                                              context_.patch.tree, why));
    diagnostic.hint = "see whether upstream moved or removed it; a new table has no 'position'";
    return diagnostic;
  }

  [[nodiscard]] Finding new_table(const LaidRows& laid) const {
    if (!change_.position.row.empty()) {
      return refused(State::missing, {not_there("the rows are to go beside one of its rows")});
    }
    Finding finding;
    finding.state = State::pristine;
    finding.makes = std::make_shared<const std::string>(laid.text);
    return finding;
  }

  [[nodiscard]] Finding judged(const CsvTable& fresh, FamilyKeys& keys) const {
    Standing standing;
    for (std::size_t row = 0; row < fresh.rows().size(); ++row) {
      const auto found = keys.find(row);
      found ? standing.there.push_back(found->row) : void(++standing.absent);
    }
    std::sort(standing.there.begin(), standing.there.end());
    if (standing.there.empty()) return pristine(fresh);
    return standing.absent == 0 ? applied(standing, fresh) : partial(standing, fresh);
  }

  [[nodiscard]] Finding pristine(const CsvTable& fresh) const {
    const CsvTable& table = *own_table();
    const std::optional<std::size_t> at = offset_in(table);
    if (!at) return unplaced(table);
    Finding finding;
    finding.state = State::pristine;
    Splice splice = insertion_of(fresh, table, *at);
    finding.anchors = {{*at - 1, *at}};
    finding.places = finding.anchors;
    finding.behind_earlier = move_behind(splice);
    finding.forward.push_back(std::move(splice));
    return finding;
  }

  /// Of two patches at one insertion point, the later one's rows come after.
  [[nodiscard]] bool move_behind(Splice& splice) const {
    const std::size_t asked = splice.range.begin;
    const std::vector<ByteRange> inserted = context_.view.inserted(edit_.file);
    bool again = true;
    while (again) {
      const auto there = std::find_if(inserted.begin(), inserted.end(), [&](ByteRange range) {
        return !range.empty() && range.begin == splice.range.begin;
      });
      again = there != inserted.end();
      if (again) splice.range = {there->end, there->end};
    }
    return splice.range.begin != asked;
  }

  /// Where the rows go; nothing where the row that they are to stand beside cannot be told.
  [[nodiscard]] std::optional<std::size_t> offset_in(const CsvTable& table) const {
    const RowPosition& position = change_.position;
    if (position.side == RowPosition::Side::end) return table.text().size();
    if (position.side == RowPosition::Side::start) return table.whole(table.header_range()).end;
    const std::vector<std::size_t> rows = rows_with(table, position.row);
    if (rows.size() != 1) return std::nullopt;
    const ByteRange row = table.whole(table.rows()[rows.front()]);
    return position.side == RowPosition::Side::before ? row.begin : row.end;
  }

  [[nodiscard]] Finding unplaced(const CsvTable& table) const {
    const std::vector<std::size_t> rows = rows_with(table, change_.position.row);
    std::vector<std::string> cells;
    for (const auto& [name, value] : change_.position.row) {
      cells.push_back(fmt::format("{} = {}", name, value));
    }
    const std::string sought = fmt::format("{}", fmt::join(cells, ", "));
    Diagnostic diagnostic = about(
        context_.patch, context_.index, rows.empty() ? Code::row_missing : Code::anchor_ambiguous,
        rows.empty() ? fmt::format("no row of '{}' has {}", edit_.file.str(), sought)
                     : fmt::format("{} rows of '{}' have {}, expected 1", rows.size(),
                                   edit_.file.str(), sought));
    for (const std::size_t row : rows) {
      constexpr std::size_t kMostNamed = 10;
      if (diagnostic.notes.size() == kMostNamed) break;
      diagnostic.notes.push_back(
          table_note(edit_.file.str(), table.text(), table.rows()[row], "it has them"));
    }
    diagnostic.hint = "'position' has to name one row: read the table and write it anew";
    return refused(rows.empty() ? State::drifted : State::ambiguous, {std::move(diagnostic)});
  }

  [[nodiscard]] std::vector<ByteRange> ranges_of(const std::vector<std::size_t>& rows) const {
    std::vector<ByteRange> ranges;
    for (const std::size_t row : rows) ranges.push_back(own_table()->rows()[row]);
    return ranges;
  }

  [[nodiscard]] Finding applied(const Standing& standing, const CsvTable& fresh) const {
    Finding finding;
    finding.state = State::applied;
    finding.places = ranges_of(standing.there);
    finding.backward = removal_of(*own_table(), standing.there);
    // A table of nothing but the payload's header and rows is one that the patch made.
    if (own_table()->text() == fresh.text() && change_.position.row.empty()) {
      finding.makes = std::make_shared<const std::string>(fresh.text());
    }
    return finding;
  }

  [[nodiscard]] Finding partial(const Standing& standing, const CsvTable& fresh) const {
    Diagnostic diagnostic =
        about(context_.patch, context_.index, Code::partly_applied,
              fmt::format("{} of the payload's {} rows are in '{}' already, the others are not",
                          standing.there.size(), fresh.rows().size(), edit_.file.str()));
    const ByteRange first = own_table()->rows()[standing.there.front()];
    diagnostic.notes.push_back(
        table_note(edit_.file.str(), own_table()->text(), first, "the first of them"));
    diagnostic.hint = "take the rows that upstream has by now out of the payload";
    Finding finding = refused(State::partial, {std::move(diagnostic)});
    finding.places = ranges_of(standing.there);
    return finding;
  }

  const EditContext& context_;
  const TableEdit& edit_;
  const TableChange& change_;
  Family family_;
  std::optional<std::size_t> own_;  ///< The edited table's place in the family.
  CsvTable payload_;
};

}  // namespace

Finding find_table_edit(const EditContext& context, const TableEdit& edit) {
  return TableFinder(context, edit).run();
}

}  // namespace patcher
