// SPDX-License-Identifier: MIT
#include "patcher/locate/alignment.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "patcher/locate/line_likeness.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostOffStraight = 8;
constexpr double kMostWeight = 40;  // A line of more bytes is no better evidence.
constexpr double kExtraCost = 1;    // A found line between that is not expected.
constexpr double kMissingCost = 2;  // An expected line that is not found.

std::vector<LineProfile> shapes_of(const std::vector<std::string_view>& lines) {
  std::vector<LineProfile> shapes;
  shapes.reserve(lines.size());
  for (const std::string_view line : lines) shapes.push_back(profile_of(line));
  return shapes;
}

double weight_of(const LineProfile& shape) {
  return std::clamp(static_cast<double>(shape.bigrams.size()), 1.0, kMostWeight);
}

/// How a cell of the table was reached: from both lines before, or from one.
enum class Step : std::uint8_t { begin, both, missing, extra };

struct Cell {
  double score = 0;
  Step step = Step::begin;
};

/// Aligns by a table of the best score for each count of expected and of found lines passed.
class Aligner {
 public:
  Aligner(const std::vector<std::string_view>& expected, const std::vector<std::string_view>& found)
      : expected_(shapes_of(expected)),
        found_(shapes_of(found)),
        cells_((expected.size() + 1) * (found.size() + 1)) {}

  Alignment run() {
    for (std::size_t i = 1; i <= expected_.size(); ++i) {
      for (std::size_t j = 0; j <= found_.size(); ++j) cell(i, j) = best_cell(i, j);
    }
    std::size_t end = 0;
    for (std::size_t j = 1; j <= found_.size(); ++j) {
      if (cell(expected_.size(), j).score > cell(expected_.size(), end).score) end = j;
    }
    double all = 0;
    for (const LineProfile& shape : expected_) all += weight_of(shape);
    const double score = std::max(cell(expected_.size(), end).score, 0.0);
    return {rows_to(end), all > 0 ? score / all : 0};
  }

 private:
  Cell& cell(std::size_t i, std::size_t j) { return cells_[i * (found_.size() + 1) + j]; }

  [[nodiscard]] bool is_near_straight(std::size_t i, std::size_t j) const {
    const std::size_t room =
        found_.size() > expected_.size() ? found_.size() - expected_.size() : 0;
    return i <= j + kMostOffStraight && j <= i + room + kMostOffStraight;
  }

  Cell best_cell(std::size_t i, std::size_t j) {
    Cell best{cell(i - 1, j).score - kMissingCost, Step::missing};
    if (j == 0) return best;
    const double with_extra = cell(i, j - 1).score - kExtraCost;
    // After the last expected line nothing is between any more.
    if (i < expected_.size() && with_extra > best.score) best = {with_extra, Step::extra};
    if (!is_near_straight(i, j)) return best;
    const LineProfile& wanted = expected_[i - 1];
    const double with_both =
        cell(i - 1, j - 1).score + weight_of(wanted) * likeness(wanted, found_[j - 1]);
    return with_both > best.score ? Cell{with_both, Step::both} : best;
  }

  std::vector<AlignedLine> rows_to(std::size_t j) {
    std::vector<AlignedLine> rows;
    std::size_t i = expected_.size();
    while (i > 0) {
      const Step step = cell(i, j).step;
      AlignedLine row;
      if (step != Step::extra) row.expected = --i;
      if (step != Step::missing) row.found = --j;
      rows.push_back(row);
    }
    std::reverse(rows.begin(), rows.end());
    return rows;
  }

  std::vector<LineProfile> expected_;
  std::vector<LineProfile> found_;
  std::vector<Cell> cells_;
};

}  // namespace

Alignment aligned(const std::vector<std::string_view>& expected,
                  const std::vector<std::string_view>& found) {
  return Aligner(expected, found).run();
}

}  // namespace patcher
