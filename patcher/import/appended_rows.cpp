// SPDX-License-Identifier: MIT
#include "patcher/import/appended_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>

#include "patcher/core/line_diff.hpp"

namespace patcher {
namespace {

std::vector<std::string_view> cells_of(std::string_view line) {
  line = line.substr(0, line.find('\n'));
  std::vector<std::string_view> cells;
  for (;;) {
    const std::size_t comma = line.find(',');
    cells.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return cells;
    line.remove_prefix(comma + 1);
  }
}

/// The first `count` cells of a row, with the commas between them.
std::string_view leading(std::string_view line, std::size_t count) {
  std::size_t end = 0;
  for (; count > 0; --count) end = line.find_first_of(",\n", end) + 1;
  return line.substr(0, end - 1);
}

/// By how many leading columns all of `rows` differ; nothing where two are the same.
std::optional<std::size_t> width_of_key(const std::vector<std::string_view>& rows,
                                        std::size_t columns) {
  for (std::size_t count = 1; count <= columns; ++count) {
    std::set<std::string_view> seen;
    const bool differ = std::ranges::all_of(
        rows, [&](std::string_view row) { return seen.insert(leading(row, count)).second; });
    if (differ) return count;
  }
  return std::nullopt;
}

bool is_plain_table(const std::string& text) {
  return text.ends_with('\n') &&
         text.find_first_of(std::string_view("\"\r\0", 3)) == std::string::npos;
}

bool names_columns(const std::vector<std::string_view>& header) {
  const std::set<std::string_view> names(header.begin(), header.end());
  return names.size() == header.size() && !names.contains("");
}

}  // namespace

std::optional<AppendedRows> appended_rows(const ChangedPath& file) {
  if (file.path.extension() != ".csv") return std::nullopt;
  const std::string& before = *file.before.bytes;
  const std::string& after = *file.after.bytes;
  if (!is_plain_table(before) || !is_plain_table(after) || !after.starts_with(before)) {
    return std::nullopt;
  }
  const std::vector<std::string_view> lines = lines_of(after);
  const std::vector<std::string_view> header = cells_of(lines.front());
  const std::vector<std::string_view> rows(lines.begin() + 1, lines.end());
  const bool is_even = std::ranges::all_of(
      rows, [&](std::string_view row) { return cells_of(row).size() == header.size(); });
  if (!is_even || !names_columns(header)) return std::nullopt;
  const auto width = width_of_key(rows, header.size());
  if (!width) return std::nullopt;
  AppendedRows found{std::string(lines.front()) + after.substr(before.size()), {}};
  for (std::size_t i = 0; i < *width; ++i) found.key.emplace_back(header[i]);
  return found;
}

}  // namespace patcher
