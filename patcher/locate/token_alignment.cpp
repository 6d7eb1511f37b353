// SPDX-License-Identifier: MIT
#include "patcher/locate/token_alignment.hpp"

#include <algorithm>

namespace patcher {
namespace {

/// Costs of the best alignments of each beginning of both sides.
class CostTable {
 public:
  CostTable(const std::vector<std::string_view>& expected,
            const std::vector<std::string_view>& found)
      : expected_(expected),
        found_(found),
        width_(found.size() + 1),
        costs_((expected.size() + 1) * width_, 0) {
    for (std::size_t i = 1; i <= expected.size(); ++i) {
      cost(i, 0) = i;
      for (std::size_t j = 1; j <= found.size(); ++j) {
        cost(i, j) = std::min(
            {cost(i - 1, j - 1) + differing(i, j), cost(i - 1, j) + 1, cost(i, j - 1) + 1});
      }
    }
  }

  [[nodiscard]] std::vector<AlignedToken> rows() {
    std::size_t i = expected_.size();
    std::size_t j = 0;
    // Of ends that cost the same, the last: there the last tokens may be the same.
    for (std::size_t end = 1; end < width_; ++end) j = cost(i, end) <= cost(i, j) ? end : j;
    std::vector<AlignedToken> rows;
    while (i > 0) {
      // Of paths that cost the same, the one that passes by the last tokens: those are often the
      // ones that a formatter added.
      const bool is_pair = j > 0 && cost(i, j) == cost(i - 1, j - 1) + differing(i, j);
      const bool are_same = is_pair && differing(i, j) == 0;
      if (!are_same && j > 0 && cost(i, j) == cost(i, j - 1) + 1) {
        rows.push_back({std::nullopt, --j});
      } else if (!are_same && cost(i, j) == cost(i - 1, j) + 1) {
        rows.push_back({--i, std::nullopt});
      } else {
        rows.push_back({--i, --j});
      }
    }
    std::reverse(rows.begin(), rows.end());
    return rows;
  }

 private:
  [[nodiscard]] std::size_t& cost(std::size_t i, std::size_t j) { return costs_[i * width_ + j]; }
  [[nodiscard]] std::size_t differing(std::size_t i, std::size_t j) const {
    return expected_[i - 1] == found_[j - 1] ? 0 : 1;
  }

  const std::vector<std::string_view>& expected_;
  const std::vector<std::string_view>& found_;
  std::size_t width_;
  std::vector<std::size_t> costs_;  // Row by row; row 0 is free, a place may begin anywhere.
};

}  // namespace

std::vector<AlignedToken> aligned_tokens(const std::vector<std::string_view>& expected,
                                         const std::vector<std::string_view>& found) {
  return CostTable(expected, found).rows();
}

}  // namespace patcher
