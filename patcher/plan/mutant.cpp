// SPDX-License-Identifier: MIT
#include "patcher/plan/mutant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "patcher/core/csv.hpp"
#include "patcher/locate/lexing.hpp"
#include "patcher/manifest/table_edit.hpp"

namespace patcher {
namespace {

constexpr std::string_view kNoAnchor = "the edit has no anchor";
constexpr std::string_view kNoText = "the edit looks at no text";

/// Mutants of an edit that is about a whole file, or a table.
class FileMutants {
 public:
  explicit FileMutants(const DrilledEdit& drilled) : drilled_(drilled) {
    const Result<Entry> entry = drilled.context.view.look(file_of(drilled.edit()));
    if (entry) entry_ = *entry;
  }

  std::vector<Mutant> of(const AddFile& edit) {
    take(edit.file, "other bytes\n", {State::drifted});
    return rest("the edit adds a file");
  }

  std::vector<Mutant> of(const RemoveFile& /*edit*/) {
    change_byte({0, entry_.bytes->size()});
    change_endings();
    // Removed by upstream is what the patch wants: `apply` calls it unrecorded, or obsolete.
    rename({State::applied});
    return rest(kNoAnchor);
  }

  std::vector<Mutant> of(const ModeOf& edit) {
    if (edit.was) {
      change_mode(*edit.was, edit.mode);
    } else {
      add(not_applicable(Mutation::mode_changed, "without 'was' any other mode is changed"));
    }
    rename({State::missing});
    return rest(kNoText);
  }

  std::vector<Mutant> of(const MoveAway& edit) {
    if (!edit.move->hunks.empty()) change_hunk(edit.move->hunks.front());
    if (edit.move->was) change_mode(*edit.move->was, *edit.move->was);
    rename({State::missing});
    return rest("the edit moves a file");
  }

  std::vector<Mutant> of(const MoveHere& edit) {
    take(edit.file, "other bytes\n", {State::drifted, State::partial});
    return rest("the edit moves a file here");
  }

  std::vector<Mutant> of(const TableEdit& edit) {
    if (edit.change->chosen) {
      change_chosen(*edit.change->chosen);
    } else if (entry_.is_file()) {
      change_header();
      change_endings();
      take_key(edit);
      rename({State::missing});
    } else {
      take(edit.file, "another header\n1\n", {State::drifted});
    }
    return rest("rows have a key, not an anchor");
  }

  std::vector<Mutant> of(const JsonEdit& /*edit*/) {
    change_endings();
    rename({State::missing});
    // A key on the way, or the value itself, is another.
    if (!drilled_.finding.anchors.empty()) {
      std::string cut = *entry_.bytes;
      const ByteRange anchor = drilled_.finding.anchors.front();
      cut.erase(anchor.begin, anchor.size());
      put(Mutation::anchor_deleted, std::move(cut), {State::drifted, State::missing});
    }
    return rest("values have a pointer, not an anchor");
  }

  std::vector<Mutant> of(const TextEdit& edit) { return mutants_of_text(drilled_, edit); }

 private:
  void add(Mutant mutant) { made_.push_back(std::move(mutant)); }

  /// All mutations; `why` is why those were not made that were not.
  std::vector<Mutant> rest(std::string_view why) {
    std::vector<Mutant> all;
    for (const Mutation mutation : all_mutations()) {
      const auto made = std::ranges::find(made_, mutation, &Mutant::mutation);
      all.push_back(made != made_.end() ? *made : not_applicable(mutation, std::string(why)));
    }
    return all;
  }

  void put(Mutation mutation, std::string bytes, std::vector<State> expected) {
    add({mutation,
         {{file_of(drilled_.edit()), with_bytes(entry_, std::move(bytes))}},
         std::move(expected),
         {}});
  }

  void take(const TreePath& path, std::string bytes, std::vector<State> expected) {
    constexpr std::uint32_t kUsualMode = 0644;
    add({Mutation::path_taken,
         {{path, regular_file(std::move(bytes), kUsualMode)}},
         std::move(expected),
         {}});
  }

  void change_byte(ByteRange range) {
    const std::size_t at = middle_letter(*entry_.bytes, range);
    if (at == range.end) return;
    put(Mutation::byte_changed, with_other_byte(*entry_.bytes, at), {State::drifted});
  }

  void change_hunk(const Edit& hunk) {
    const std::string text = spelled(std::get<TextEdit>(hunk.what).anchor);
    const std::size_t at = entry_.bytes->find(text);
    if (at == std::string::npos) return;
    change_byte({at, at + text.size()});
    std::string without = *entry_.bytes;
    without.erase(at, text.size());
    put(Mutation::anchor_deleted, std::move(without), {State::drifted});
    change_endings();
  }

  void change_endings() {
    put(Mutation::line_endings_changed, with_other_endings(*entry_.bytes), {State::drifted});
  }

  void change_mode(std::uint32_t was, std::uint32_t mode) {
    constexpr std::uint32_t kOne = 0700;
    constexpr std::uint32_t kOther = 0611;
    Entry other = entry_;
    other.mode = was != kOne && mode != kOne ? kOne : kOther;
    add({Mutation::mode_changed, {{file_of(drilled_.edit()), other}}, {State::drifted}, {}});
  }

  void rename(std::vector<State> expected) {
    Mutant mutant = renamed_file(drilled_, entry_);
    mutant.expected = std::move(expected);
    add(std::move(mutant));
  }

  /// The first column of the table has another name.
  void change_header() {
    const auto table = CsvTable::read(*entry_.bytes);
    if (const auto* read = std::get_if<CsvTable>(&table)) change_byte(read->header_range());
  }

  /// The first row that the edit changes or takes out is gone, there twice, or another.
  void change_chosen(const ChosenRows& rows) {
    change_endings();
    rename({State::missing});
    const auto table = CsvTable::read(*entry_.bytes);
    const auto* read = std::get_if<CsvTable>(&table);
    if (read == nullptr || drilled_.finding.places.empty()) return;
    const ByteRange row = drilled_.finding.places.front();
    const ByteRange whole = read->whole(row);
    std::string without = *entry_.bytes;
    without.erase(whole.begin, whole.size());
    put(Mutation::anchor_deleted, std::move(without), {State::drifted});
    std::string twice = *entry_.bytes;
    twice.insert(row.begin, twice.substr(row.begin, row.size()) + std::string(read->ending()));
    put(Mutation::anchor_duplicated, std::move(twice), {State::ambiguous, State::drifted});
    const auto column = read->column(rows.where.begin()->first);
    const std::vector<ByteRange> cells = csv_cells(*entry_.bytes, row);
    if (column && *column < cells.size()) change_byte(cells[*column]);
  }

  /// A row stands there that has the key of one of the payload's and another value besides.
  void take_key(const TableEdit& edit) {
    const auto table = CsvTable::read(*entry_.bytes);
    const auto* read = std::get_if<CsvTable>(&table);
    if (read == nullptr || drilled_.finding.forward.empty()) return;
    const std::string result = spliced(*entry_.bytes, drilled_.finding.forward);
    const auto value = free_column(*read, edit);
    if (!value) {
      add(not_applicable(Mutation::path_taken, "every column is of the key"));
      return;
    }
    const auto longer = CsvTable::read(result);
    const auto& rows = std::get<CsvTable>(longer);
    const std::size_t at = new_ranges(drilled_.finding.forward).front().begin;
    for (const ByteRange& row : rows.rows()) {
      if (row.end <= at) continue;
      std::string taken = result.substr(row.begin, row.size());
      const ByteRange cell = csv_cells(result, row).at(*value);
      taken.replace(cell.begin - row.begin, cell.size(), "0.123");
      std::string bytes = *entry_.bytes;
      if (!bytes.ends_with('\n')) bytes += '\n';
      put(Mutation::path_taken, bytes + taken + "\n", {State::drifted});
      return;
    }
  }

  /// The last column that is no part of the key.
  [[nodiscard]] std::optional<std::size_t> free_column(const CsvTable& table,
                                                       const TableEdit& edit) const {
    std::set<std::string> key(edit.change->key.columns.begin(), edit.change->key.columns.end());
    if (edit.change->key.header_of) {
      const Result<Entry> other = drilled_.context.view.look(*edit.change->key.header_of);
      if (!other || !other->is_file()) return std::nullopt;
      const auto header = CsvTable::read(*other->bytes);
      const auto* read = std::get_if<CsvTable>(&header);
      if (read == nullptr) return std::nullopt;
      key.insert(read->header().begin(), read->header().end());
    }
    for (std::size_t i = table.header().size(); i > 0; --i) {
      if (!key.contains(table.header()[i - 1])) return i - 1;
    }
    return std::nullopt;
  }

  const DrilledEdit& drilled_;
  Entry entry_;
  std::vector<Mutant> made_;
};

}  // namespace

Entry with_bytes(const Entry& entry, std::string bytes) {
  return regular_file(std::move(bytes), entry.mode);
}

std::string with_other_endings(std::string_view bytes) {
  const bool has_crlf = bytes.find("\r\n") != std::string_view::npos;
  std::string other;
  other.reserve(bytes.size() + bytes.size() / 16);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const bool ends = bytes[i] == '\r' && i + 1 < bytes.size() && bytes[i + 1] == '\n';
    if (has_crlf && ends) continue;
    if (!has_crlf && bytes[i] == '\n') other += '\r';
    other += bytes[i];
  }
  return other;
}

std::string with_other_byte(std::string_view bytes, std::size_t offset) {
  std::string other(bytes);
  // Hardly the byte that a patch puts there.
  other[offset] = other[offset] == 'X' ? 'Y' : 'X';
  return other;
}

std::size_t middle_letter(std::string_view bytes, ByteRange range) {
  const auto is_letter = [&](std::size_t at) {
    return is_word_byte(bytes[at]) && bytes[at] != '_';
  };
  const std::size_t middle = range.begin + range.size() / 2;
  for (std::size_t step = 0; step <= range.size(); ++step) {
    if (middle + step < range.end && is_letter(middle + step)) return middle + step;
    if (middle >= range.begin + step && middle - step < range.end && is_letter(middle - step)) {
      return middle - step;
    }
  }
  return range.end;
}

Mutant not_applicable(Mutation mutation, std::string why) {
  return {mutation, {}, {}, std::move(why)};
}

Mutant renamed_file(const DrilledEdit& drilled, const Entry& entry) {
  const TreePath& path = file_of(drilled.edit());
  const auto other = TreePath::parse(path.str() + ".renamed");
  Mutant mutant{Mutation::file_renamed, {{path, Entry{}}}, {State::missing}, {}};
  if (other) mutant.files[*other] = entry;
  return mutant;
}

std::vector<Mutant> mutants_of(const DrilledEdit& drilled) {
  FileMutants mutants(drilled);
  return std::visit([&](const auto& edit) { return mutants.of(edit); }, drilled.edit().what);
}

}  // namespace patcher
