// SPDX-License-Identifier: MIT
#include "patcher/plan/table_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "patcher/plan/table_family.hpp"
#include "patcher/plan/table_rows.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostNamed = 10;

using Rows = std::vector<std::size_t>;

std::string spelled(const NamedCells& cells) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : cells) parts.push_back(fmt::format("{} = {}", name, value));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// `cells` with those of `over` in place of their namesakes.
NamedCells laid_over(NamedCells cells, const NamedCells& over) {
  for (const auto& [name, cell] : over) cells[name] = cell;
  return cells;
}

/// The cell of `row` in the column `name`, which the table has; empty at the row's end where the
/// row is too short.
std::optional<ByteRange> cell_of(const CsvTable& table, std::size_t row, const std::string& name) {
  const std::vector<ByteRange> cells = csv_cells(table.text(), table.rows()[row]);
  const std::size_t column = table.column(name).value_or(cells.size());
  return column < cells.size() ? std::optional(cells[column]) : std::nullopt;
}

/// The first of `cells` that `row` does not have in these very bytes.
const NamedCells::value_type* first_other(const CsvTable& table, std::size_t row,
                                          const NamedCells& cells) {
  const auto other = std::ranges::find_if(cells, [&](const auto& named) {
    const auto cell = cell_of(table, row, named.first);
    return !cell || table.text().substr(cell->begin, cell->size()) != csv_written(named.second);
  });
  return other == cells.end() ? nullptr : &*other;
}

/// The rows that a choice is about.
struct Chosen {
  Rows before;  ///< To be changed.
  Rows after;   ///< Changed already.
};

Chosen chosen_in(const CsvTable& table, const ChosenRows& rows) {
  Chosen found{rows_with(table, rows.where), {}};
  if (rows.deletes()) return found;
  const auto is_done = [&](std::size_t row) { return !first_other(table, row, rows.set); };
  std::erase_if(found.before, is_done);
  const Rows likely = rows_with(table, laid_over(rows.where, rows.set));
  std::ranges::copy_if(likely, std::back_inserter(found.after), is_done);
  return found;
}

/// Judges one choice of rows.
class ChoiceFinder {
 public:
  ChoiceFinder(const EditContext& context, const ChosenRows& rows, const CsvTable& table)
      : context_(context),
        rows_(rows),
        table_(table),
        file_(file_of(context.patch.edits[context.index]).str()) {}

  Finding run() {
    Diagnostics unfit = unfit_columns();
    if (!unfit.empty()) return refused(State::drifted, std::move(unfit));
    const Chosen found = chosen_in(table_, rows_);
    if (found.after.empty() && found.before.size() == rows_.count) return pristine(found.before);
    if (found.before.empty() && found.after.size() == rows_.count) return applied(found.after);
    return miscounted(found);
  }

 private:
  [[nodiscard]] static Finding refused(State state, Diagnostics diagnostics) {
    Finding finding;
    finding.state = state;
    finding.diagnostics = std::move(diagnostics);
    return finding;
  }

  [[nodiscard]] Diagnostic error(Code code, std::string message) const {
    return about(context_.patch, context_.index, code, std::move(message));
  }

  [[nodiscard]] Note row_note(std::size_t row, std::string message) const {
    return table_note(file_, table_.text(), table_.rows()[row], std::move(message));
  }

  [[nodiscard]] Diagnostics unfit_columns() const {
    Diagnostics errors;
    for (const auto& [name, cell] : laid_over(rows_.where, rows_.set)) {
      if (table_.column(name)) continue;
      errors.push_back(
          error(Code::column_unfit,
                fmt::format("'{}' has no column '{}', which the edit names", file_, name)));
      errors.back().notes = {
          table_note(file_, table_.text(), table_.header_range(), "the table's header")};
      errors.back().hint = "see whether upstream renamed the column";
    }
    return errors;
  }

  [[nodiscard]] Finding pristine(const Rows& rows) const {
    Diagnostics errors;
    for (const std::size_t row : rows) {
      if (auto why = misfit(row)) errors.push_back(*std::move(why));
      if (errors.size() == kMostNamed) break;
    }
    if (!errors.empty()) return refused(State::drifted, std::move(errors));
    Finding finding;
    finding.state = State::pristine;
    finding.places = ranges_of(rows);
    finding.anchors = finding.places;
    finding.forward = rows_.deletes() ? removal_of(table_, rows) : written(rows, rows_.set);
    return finding;
  }

  /// Why `row` cannot be changed, if so.
  [[nodiscard]] std::optional<Diagnostic> misfit(std::size_t row) const {
    for (const auto& [name, cell] : rows_.set) {
      if (cell_of(table_, row, name)) continue;
      Diagnostic why = error(Code::column_unfit,
                             fmt::format("a row of '{}' is too short to have a cell in the column "
                                         "'{}'",
                                         file_, name));
      why.notes = {row_note(row, "it stands here")};
      why.hint = "the base's row lacks cells: change another column, or mend the base";
      return why;
    }
    const auto* other = first_other(table_, row, rows_.was);
    if (other == nullptr) return std::nullopt;
    const ByteRange found = *cell_of(table_, row, other->first);
    Diagnostic why = error(
        Code::content_differs,
        fmt::format("a row of '{}' has {} = {}, expected {}", file_, other->first,
                    table_.text().substr(found.begin, found.size()), csv_written(other->second)));
    why.notes = {row_note(row, "it stands here")};
    why.hint = "upstream changed it: see whether the edit is still wanted, then correct 'was'";
    return why;
  }

  [[nodiscard]] Splices written(const Rows& rows, const NamedCells& cells) const {
    Splices splices;
    for (const std::size_t row : rows) {
      for (const auto& [name, cell] : cells) {
        splices.push_back({*cell_of(table_, row, name), csv_written(cell)});
      }
    }
    sort(splices);
    return splices;
  }

  [[nodiscard]] std::vector<ByteRange> ranges_of(const Rows& rows) const {
    std::vector<ByteRange> ranges;
    for (const std::size_t row : rows) ranges.push_back(table_.rows()[row]);
    return ranges;
  }

  [[nodiscard]] Finding applied(const Rows& rows) const {
    Finding finding;
    finding.state = State::applied;
    finding.places = ranges_of(rows);
    finding.backward = written(rows, rows_.was);
    return finding;
  }

  [[nodiscard]] Finding miscounted(const Chosen& found) const {
    const std::size_t all = found.before.size() + found.after.size();
    const bool is_partial = all == rows_.count && !found.before.empty() && !found.after.empty();
    const bool is_short = all < rows_.count;
    const Code code = is_partial ? Code::partly_applied
                      : is_short ? Code::row_missing
                                 : Code::anchor_ambiguous;
    Diagnostic why = error(
        code, is_partial ? fmt::format("{} of {} rows of '{}' with {} are changed already",
                                       found.after.size(), rows_.count, file_, spelled(rows_.where))
              : all == 0 ? fmt::format("no row of '{}' has {}", file_, spelled(rows_.where))
                         : fmt::format("{} of {} rows are in '{}' with {}", all, rows_.count, file_,
                                       spelled(rows_.where)));
    name(found.before, "it is to be changed", why);
    name(found.after, "it has the new cells", why);
    why.hint = is_partial ? "take the rows that upstream has by now out of the edit"
                          : "read the table: choose cells that tell the rows, or correct 'count'";
    Finding finding = refused(is_partial ? State::partial
                              : is_short ? State::drifted
                                         : State::ambiguous,
                              {std::move(why)});
    finding.may_be_done = rows_.deletes() && all == 0;
    return finding;
  }

  void name(const Rows& rows, const std::string& message, Diagnostic& why) const {
    for (const std::size_t row : rows) {
      if (why.notes.size() == kMostNamed) return;
      why.notes.push_back(row_note(row, message));
    }
  }

  const EditContext& context_;
  const ChosenRows& rows_;
  const CsvTable& table_;
  std::string file_;
};

}  // namespace

Finding find_chosen_rows(const EditContext& context, const ChosenRows& chosen,
                         const CsvTable& table) {
  return ChoiceFinder(context, chosen, table).run();
}

std::vector<Note> lost_choice(const ChosenRows& chosen, const std::string& file,
                              const std::string& bytes) {
  const auto read = CsvTable::read(bytes);
  const auto* table = std::get_if<CsvTable>(&read);
  if (table == nullptr) return {};
  const Chosen found = chosen_in(*table, chosen);
  const bool stands = chosen.deletes() ? found.before.empty() : found.after.size() == chosen.count;
  if (stands) return {};
  Note note{chosen.deletes()
                ? fmt::format("a row that the patch took out of '{}' is there again", file)
                : fmt::format("rows that the patch changed in '{}' are not as it left them", file),
            {file, 0, 0},
            {},
            {}};
  if (found.before.empty()) return {std::move(note)};
  return {std::move(note),
          table_note(file, table->text(), table->rows()[found.before.front()], "this row")};
}

}  // namespace patcher
