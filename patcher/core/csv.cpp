// SPDX-License-Identifier: MIT
#include "patcher/core/csv.hpp"

#include <algorithm>
#include <set>

namespace patcher {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// Where the quoted cell that begins at `begin` ends: behind its last quote, or behind what stands
/// after that; npos when it does not end.
std::size_t end_of_quoted(std::string_view text, std::size_t begin) {
  std::size_t quote = begin;
  while (true) {
    quote = text.find('"', quote + 1);
    if (quote == std::string_view::npos) return quote;
    if (quote + 1 < text.size() && text[quote + 1] == '"') {
      ++quote;
      continue;
    }
    return quote + 1;
  }
}

bool is_blank_line(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

/// A record as it was found.
struct Record {
  ByteRange range;
  std::size_t cells = 0;
  std::size_t next = 0;  ///< Where the next one begins.
};

/// Goes from record to record.
class RecordScan {
 public:
  explicit RecordScan(std::string_view text)
      : text_(text),
        has_quotes_(text.find('"') != std::string_view::npos),
        has_returns_(text.find('\r') != std::string_view::npos) {
    if (text.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  }

  /// The next record that is not blank; nothing at the end of the text.
  [[nodiscard]] std::optional<std::variant<Record, CsvFault>> next() {
    while (at_ < text_.size()) {
      const std::variant<Record, CsvFault> read = read_record();
      if (std::holds_alternative<CsvFault>(read)) return read;
      const auto& record = std::get<Record>(read);
      at_ = record.next;
      if (!is_blank_line(text_.substr(record.range.begin, record.range.size()))) return read;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::variant<Record, CsvFault> read_record() const {
    const std::size_t end = line_end(at_);
    const std::string_view line = text_.substr(at_, end - at_);
    if (has_quotes_ && line.find('"') != std::string_view::npos) return read_quoted();
    const auto commas = static_cast<std::size_t>(std::count(line.begin(), line.end(), ','));
    return Record{{at_, end}, commas + 1, behind_ending(end)};
  }

  [[nodiscard]] std::variant<Record, CsvFault> read_quoted() const {
    Record record{{at_, at_}, 0, at_};
    std::size_t cell = at_;
    while (true) {
      ++record.cells;
      std::size_t from = cell;
      if (from < text_.size() && text_[from] == '"') {
        from = end_of_quoted(text_, cell);
        if (from == std::string_view::npos) return CsvFault{CsvFault::Kind::open_quote, cell};
      }
      const std::size_t end = std::min(text_.find_first_of(",\r\n", from), text_.size());
      if (end == text_.size() || text_[end] != ',') {
        record.range.end = end;
        record.next = behind_ending(end);
        return record;
      }
      cell = end + 1;
    }
  }

  [[nodiscard]] std::size_t line_end(std::size_t from) const {
    const std::size_t newline = std::min(text_.find('\n', from), text_.size());
    if (!has_returns_) return newline;
    return std::min(text_.substr(0, newline).find('\r', from), newline);
  }

  [[nodiscard]] std::size_t behind_ending(std::size_t end) const {
    return end + (text_.substr(end).starts_with("\r\n") ? 2U : end < text_.size() ? 1U : 0U);
  }

  std::string_view text_;
  bool has_quotes_;
  bool has_returns_;
  std::size_t at_ = 0;
};

}  // namespace

std::variant<CsvTable, CsvFault> CsvTable::read(std::string_view text) {
  CsvTable table;
  table.text_ = text;
  RecordScan scan(text);
  while (const auto read = scan.next()) {
    if (const auto* fault = std::get_if<CsvFault>(&*read)) return *fault;
    const auto& record = std::get<Record>(*read);
    table.header_.empty() ? table.take_header(record.range)
                          : table.take_row(record.range, record.cells);
  }
  if (table.header_.empty()) return CsvFault{CsvFault::Kind::empty, text.size()};
  return table;
}

void CsvTable::take_header(ByteRange record) {
  header_range_ = record;
  std::string kept;
  for (const ByteRange cell : csv_cells(text_, record)) {
    header_.emplace_back(csv_value(text_.substr(cell.begin, cell.size()), kept));
  }
}

void CsvTable::take_row(ByteRange record, std::size_t cells) {
  if (cells != header_.size()) ragged_.push_back({rows_.size(), cells});
  rows_.push_back(record);
}

std::optional<std::size_t> CsvTable::column(std::string_view name) const {
  const auto found = std::find(header_.begin(), header_.end(), name);
  if (found == header_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - header_.begin());
}

std::optional<std::string> CsvTable::repeated_column() const {
  std::set<std::string_view> seen;
  for (const std::string& name : header_) {
    if (!seen.insert(name).second) return name;
  }
  return std::nullopt;
}

ByteRange CsvTable::whole(ByteRange record) const {
  const std::string_view rest = text_.substr(record.end);
  if (rest.starts_with("\r\n")) return {record.begin, record.end + 2};
  return {record.begin, record.end + (rest.empty() ? 0U : 1U)};
}

std::string_view CsvTable::ending() const {
  for (auto row = rows_.rbegin(); row != rows_.rend(); ++row) {
    const ByteRange range = whole(*row);
    if (range.end > row->end) return text_.substr(row->end, range.end - row->end);
  }
  const ByteRange range = whole(header_range_);
  if (range.end == header_range_.end) return "\n";
  return text_.substr(header_range_.end, range.end - header_range_.end);
}

std::optional<ByteRange> CsvCells::next() {
  if (done_) return std::nullopt;
  const std::size_t begin = next_;
  std::size_t at = begin;
  if (at < end_ && text_[at] == '"') {
    at = std::min(end_of_quoted({text_, end_}, at), end_);
  }
  while (at < end_ && text_[at] != ',') ++at;
  done_ = at == end_;
  next_ = at + 1;
  return ByteRange{begin, at};
}

std::vector<ByteRange> csv_cells(std::string_view text, ByteRange record) {
  std::vector<ByteRange> cells;
  CsvCells all(text, record);
  while (const auto cell = all.next()) cells.push_back(*cell);
  return cells;
}

std::string csv_written(std::string_view says) {
  if (says.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(says);
  std::string quoted = "\"";
  for (const char c : says) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

std::string_view csv_value(std::string_view cell, std::string& kept) {
  if (!cell.starts_with('"')) return cell;
  const std::size_t end = std::min(end_of_quoted(cell, 0), cell.size());
  const std::string_view inner = cell.substr(1, end - (end > 1 ? 2 : 1));
  if (end == cell.size() && inner.find('"') == std::string_view::npos) return inner;
  kept.clear();
  for (std::size_t at = 0; at < inner.size(); ++at) {
    kept.push_back(inner[at]);
    if (inner[at] == '"') ++at;  // The second of a pair.
  }
  kept += cell.substr(end);
  return kept;
}

}  // namespace patcher
