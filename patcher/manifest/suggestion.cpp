// SPDX-License-Identifier: MIT
#include "patcher/manifest/suggestion.hpp"

#include <algorithm>
#include <cstddef>

namespace patcher::language {
namespace {

/// Longer words are not compared: keys are short, and the table is quadratic.
constexpr std::size_t kMaxLength = 64;

using Row = std::vector<std::size_t>;

Row next_row(std::string_view a, std::string_view b, std::size_t i, const std::vector<Row>& rows) {
  const Row& above = rows[i - 1];
  Row row(b.size() + 1, i);
  for (std::size_t j = 1; j <= b.size(); ++j) {
    const std::size_t change = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
    row[j] = std::min({above[j] + 1, row[j - 1] + 1, change});
    const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
    if (swapped) row[j] = std::min(row[j], rows[i - 2][j - 2] + 1);
  }
  return row;
}

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<Row> rows(1, Row(b.size() + 1));
  for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) rows.push_back(next_row(a, b, i, rows));
  return rows.back().back();
}

}  // namespace

std::optional<std::string_view> nearest(std::string_view word,
                                        const std::vector<std::string_view>& known) {
  if (word.size() > kMaxLength) return std::nullopt;
  std::optional<std::string_view> best;
  std::size_t best_distance = std::clamp<std::size_t>(word.size() / 3, 1, 3) + 1;
  for (const std::string_view candidate : known) {
    const auto [shorter, longer] = std::minmax({word.size(), candidate.size()});
    if (longer - shorter >= best_distance) continue;  // the distance is at least this much
    const std::size_t d = distance(word, candidate);
    if (d >= best_distance) continue;
    best = candidate;
    best_distance = d;
  }
  return best;
}

}  // namespace patcher::language
