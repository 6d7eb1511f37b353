// SPDX-License-Identifier: MIT
#include "patcher/import/moved_files.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "patcher/core/line_diff.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostPairs = 10'000;  // that are compared line by line

using SortedLines = std::vector<std::string_view>;

SortedLines sorted_lines(const Entry& entry) {
  SortedLines lines = lines_of(*entry.bytes);
  std::ranges::sort(lines);
  return lines;
}

/// How many bytes stand in lines that both have.
std::size_t common_bytes(const SortedLines& one, const SortedLines& other) {
  std::size_t bytes = 0;
  for (auto a = one.begin(), b = other.begin(); a != one.end() && b != other.end();) {
    if (*a < *b) {
      ++a;
    } else if (*b < *a) {
      ++b;
    } else {
      bytes += a->size();
      ++a;
      ++b;
    }
  }
  return bytes;
}

bool is_text(const Entry& entry) { return entry.bytes->find('\0') == std::string::npos; }

bool is_git_mode(std::uint32_t mode) { return mode == 0644 || mode == 0755; }

bool may_move(const Entry& from, const Entry& to) {
  return !to.bytes->empty() &&
         (from.mode == to.mode || (is_git_mode(from.mode) && is_git_mode(to.mode)));
}

/// Pairs files that go with files that come.
class Pairing {
 public:
  explicit Pairing(const std::vector<ChangedPath>& files) : files_(files) {
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (!files[i].after.is_file()) gone_.push_back(i);
      if (!files[i].before.is_file()) come_.push_back(i);
    }
  }

  /// The pairs, gone and come, as indices.
  std::vector<std::pair<std::size_t, std::size_t>> pairs() {
    pair_equal();
    if (gone_.size() * come_.size() <= kMostPairs) pair_alike();
    return std::move(pairs_);
  }

 private:
  void join(std::size_t gone, std::size_t come) {
    pairs_.emplace_back(gone, come);
    std::erase(gone_, gone);
    std::erase(come_, come);
  }

  void pair_equal() {
    const std::vector<std::size_t> come = come_;
    for (const std::size_t to : come) {
      const auto from = std::ranges::find_if(gone_, [&](std::size_t index) {
        const Entry& before = files_[index].before;
        return *before.bytes == *files_[to].after.bytes && may_move(before, files_[to].after);
      });
      if (from != gone_.end()) join(*from, to);
    }
  }

  void pair_alike() {
    std::vector<SortedLines> gone_lines;
    for (const std::size_t index : gone_) gone_lines.push_back(sorted_lines(files_[index].before));
    const std::vector<std::size_t> gone = gone_;
    const std::vector<std::size_t> come = come_;
    for (const std::size_t to : come) {
      const SortedLines lines = sorted_lines(files_[to].after);
      std::size_t best = gone.size();
      std::size_t most = 0;
      for (std::size_t i = 0; i < gone.size(); ++i) {
        const std::size_t common = common_if_alike(gone[i], gone_lines[i], to, lines);
        if (common <= most) continue;
        most = common;
        best = i;
      }
      if (best != gone.size()) join(gone[best], to);
    }
  }

  /// The bytes in common, or 0 where that is less than half, or the two may not be one file.
  [[nodiscard]] std::size_t common_if_alike(std::size_t from, const SortedLines& from_lines,
                                            std::size_t to, const SortedLines& to_lines) const {
    const Entry& before = files_[from].before;
    const Entry& after = files_[to].after;
    const bool is_free = std::ranges::find(gone_, from) != gone_.end();
    if (!is_free || !may_move(before, after) || !is_text(before) || !is_text(after)) return 0;
    const std::size_t common = common_bytes(from_lines, to_lines);
    return 2 * common >= std::max(before.bytes->size(), after.bytes->size()) ? common : 0;
  }

  const std::vector<ChangedPath>& files_;
  std::vector<std::size_t> gone_;
  std::vector<std::size_t> come_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
};

}  // namespace

std::vector<ChangedPath> with_moves(std::vector<ChangedPath> files) {
  std::vector<std::size_t> left;
  for (const auto& [gone, come] : Pairing(files).pairs()) {
    files[come].from = files[gone].path;
    files[come].before = files[gone].before;
    left.push_back(gone);
  }
  std::ranges::sort(left, std::ranges::greater());
  for (const std::size_t gone : left) {
    files.erase(files.begin() + static_cast<std::ptrdiff_t>(gone));
  }
  return files;
}

}  // namespace patcher
