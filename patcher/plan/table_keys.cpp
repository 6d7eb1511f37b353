// SPDX-License-Identifier: MIT
#include "patcher/plan/table_keys.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace patcher {
namespace {

constexpr std::string_view kZero = "0";
/// Where only the machine that reads the table knows the architecture.
constexpr std::string_view kOfTheMachine = "(the machine's own)";

/// Source: aiter, jit/utils/chip_info.py, gfx_from_cu_num.
std::string_view gfx_of(std::string_view cu_num) {
  const CellValue value = value_of(cu_num, ColumnType::real_numbers, Comparison::as_doubles);
  const bool is_number = kind_of(cu_num) == CellKind::whole || kind_of(cu_num) == CellKind::real;
  if (!is_number || value.tag != CellValue::Tag::whole) return kOfTheMachine;
  if (value.bits == 256) return "gfx950";
  return value.bits == 80 || value.bits == 304 ? "gfx942" : kOfTheMachine;
}

constexpr CellKinds bit(CellKind kind) { return static_cast<CellKinds>(kind); }

/// What a cell of a column whose cells all look alike would be.
CellValue natural_value(std::string_view value, CellKinds& kinds) {
  constexpr std::size_t kSafeDigits = 15;  // So many digits are exact in double precision.
  const CellKind kind = kind_of(value);
  kinds |= bit(kind);
  const bool is_vast =
      kind == CellKind::large || (kind == CellKind::whole && value.size() > kSafeDigits);
  if (is_vast) kinds |= kVastNumber;
  return value_of(value, type_of(bit(kind)), Comparison::exact);
}

std::uint64_t joined(std::uint64_t hash, const CellValue& value) {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;
  return std::rotl(hash, 23) * kOdd + hash_of(value);
}

}  // namespace

KeyCells::KeyCells(const CsvTable& table, const std::vector<std::string>& columns)
    : table_(table), kept_(columns.size()), cells_(columns.size()) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    at_.push_back(table.column(columns[i]));
    if (at_.back()) needed_ = std::max(needed_, *at_.back() + 1);
    if (!at_.back() && columns[i] == "gfx") gfx_ = i;
  }
  cu_num_at_ = table.column("cu_num");
  if (!cu_num_at_) gfx_ = std::nullopt;
  if (gfx_) needed_ = std::max(needed_, *cu_num_at_ + 1);
}

std::string_view KeyCells::filled(std::size_t column) const {
  if (gfx_ != column) return kZero;
  return gfx_of(*cu_num_at_ < record_.size() ? record_[*cu_num_at_] : std::string_view{});
}

const std::vector<std::string_view>& KeyCells::of(ByteRange record) {
  record_.clear();
  CsvCells all(table_.text(), record);
  while (record_.size() < needed_) {
    const auto cell = all.next();
    if (!cell) break;
    record_.push_back(table_.text().substr(cell->begin, cell->size()));
  }
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const bool is_there = at_[i] && *at_[i] < record_.size();
    if (is_there) {
      cells_[i] = csv_value(record_[*at_[i]], kept_[i]);
    } else {
      cells_[i] = at_[i] ? std::string_view{} : filled(i);
    }
  }
  return cells_;
}

KeyScan scan_keys(const CsvTable& table, const std::vector<std::string>& columns) {
  KeyScan scan{std::vector<CellKinds>(columns.size()), {}};
  scan.hashes.reserve(table.rows().size());
  KeyCells cells(table, columns);
  for (const ByteRange row : table.rows()) {
    const std::vector<std::string_view>& key = cells.of(row);
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < key.size(); ++i) {
      hash = joined(hash, natural_value(key[i], scan.kinds[i]));
    }
    scan.hashes.push_back(hash);
  }
  return scan;
}

KeyIndex::KeyIndex(std::vector<KeyedText> texts, std::size_t indexed,
                   std::vector<std::string> columns)
    : texts_(std::move(texts)), columns_(std::move(columns)) {
  types_.resize(texts_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) comparisons_.push_back(settled_types(i));
  std::size_t rows = 0;
  for (std::size_t text = 0; text < texts_.size(); ++text) {
    cells_.emplace_back(*texts_[text].table, columns_);
    rehashed_.push_back(needs_rehash(text));
    if (text < indexed) rows += texts_[text].table->rows().size();
  }
  slots_.assign(std::bit_ceil(rows + rows / 2 + 1), RowRef{texts_.size(), 0});
  for (std::size_t text = 0; text < indexed; ++text) {
    for (std::size_t row = 0; row < texts_[text].table->rows().size(); ++row) add({text, row});
  }
}

/// The kinds of a column's cells in all texts that are typed together with `text`.
CellKinds KeyIndex::kinds_of(std::size_t text, std::size_t column) const {
  CellKinds kinds = 0;
  for (const KeyedText& other : texts_) {
    if (other.part_of == texts_[text].part_of) kinds |= other.scan->kinds[column];
  }
  return static_cast<CellKinds>(kinds & ~kVastNumber);
}

/// Settles what a column is in each text, and so how it compares.
Comparison KeyIndex::settled_types(std::size_t column) {
  bool any_real = false;
  bool all_numbers = true;
  for (std::size_t text = 0; text < texts_.size(); ++text) {
    const CellKinds kinds = kinds_of(text, column);
    const ColumnType type = type_of(kinds);
    types_[text].push_back(type);
    // A table without rows does not take part in the merge.
    if (kinds == 0) continue;
    any_real = any_real || type == ColumnType::real_numbers;
    all_numbers = all_numbers && (type == ColumnType::real_numbers || type == ColumnType::numbers);
  }
  return any_real && all_numbers ? Comparison::as_doubles : Comparison::exact;
}

bool KeyIndex::needs_rehash(std::size_t text) const {
  constexpr auto kWords = static_cast<CellKinds>(bit(CellKind::text) | bit(CellKind::missing));
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const CellKinds kinds = texts_[text].scan->kinds[i];
    if (types_[text][i] == ColumnType::text && (kinds & ~kWords) != 0) return true;
    if ((kinds & kVastNumber) != 0) return true;
  }
  return false;
}

std::vector<CellValue> KeyIndex::values(RowRef row) {
  const ByteRange record = texts_[row.text].table->rows()[row.row];
  const std::vector<std::string_view>& key = cells_[row.text].of(record);
  std::vector<CellValue> all;
  for (std::size_t i = 0; i < key.size(); ++i) {
    all.push_back(value_of(key[i], types_[row.text][i], comparisons_[i]));
  }
  return all;
}

std::uint64_t KeyIndex::computed_hash(RowRef row) {
  std::uint64_t hash = 0;
  for (const CellValue& value : values(row)) hash = joined(hash, value);
  return hash;
}

std::uint64_t KeyIndex::hash(RowRef row) {
  return rehashed_[row.text] ? computed_hash(row) : texts_[row.text].scan->hashes[row.row];
}

bool KeyIndex::same(RowRef a, RowRef b) {
  const auto own = [](const std::vector<CellValue>& all) {
    std::vector<std::string> texts;
    for (const CellValue& value : all) texts.emplace_back(value.text);
    return texts;
  };
  // The cells of two rows of one text share what they are kept in.
  const std::vector<CellValue> left = values(a);
  const std::vector<std::string> texts = own(left);
  const std::vector<CellValue> right = values(b);
  for (std::size_t i = 0; i < left.size(); ++i) {
    const bool is_same =
        left[i].tag == right[i].tag && left[i].bits == right[i].bits && texts[i] == right[i].text;
    if (!is_same) return false;
  }
  return true;
}

std::size_t KeyIndex::slot_of(RowRef row, std::uint64_t wanted) {
  std::size_t slot = wanted & (slots_.size() - 1);
  while (slots_[slot].text < texts_.size()) {
    if (hash(slots_[slot]) == wanted && same(slots_[slot], row)) return slot;
    slot = (slot + 1) & (slots_.size() - 1);
  }
  return slot;
}

void KeyIndex::add(RowRef row) {
  RowRef& first = slots_[slot_of(row, hash(row))];
  if (first.text == texts_.size()) {
    first = row;
    return;
  }
  std::vector<RowRef>& group = groups_[first];
  if (group.empty()) group.push_back(first);
  group.push_back(row);
}

std::optional<RowRef> KeyIndex::find(RowRef row) {
  const RowRef found = slots_[slot_of(row, hash(row))];
  return found.text == texts_.size() ? std::nullopt : std::optional(found);
}

}  // namespace patcher
