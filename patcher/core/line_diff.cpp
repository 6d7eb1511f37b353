// SPDX-License-Identifier: MIT
#include "patcher/core/line_diff.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>

namespace patcher {
namespace {

/// Rounds after which the search gives up; its memory grows with their square (18 MB here).
constexpr std::ptrdiff_t kMostEdits = 1500;

using Line = std::uint32_t;  // equal lines have equal numbers
using Lines = std::span<const Line>;

/// Which lines of either side have no counterpart.
struct Differences {
  std::vector<bool> removed;
  std::vector<bool> added;
};

/// The furthest points of round `d` of the search: for each diagonal k in [-d, d], the greatest
/// number of old lines that can be passed there with d edits. On diagonal k, k more old lines than
/// new ones are passed. Only every second diagonal is reached.
class Round {
 public:
  explicit Round(std::ptrdiff_t edits)
      : edits_(edits), furthest_(static_cast<std::size_t>(2 * edits + 1)) {}

  std::ptrdiff_t& operator[](std::ptrdiff_t diagonal) {
    return furthest_[static_cast<std::size_t>(diagonal + edits_)];
  }
  std::ptrdiff_t operator[](std::ptrdiff_t diagonal) const {
    return furthest_[static_cast<std::size_t>(diagonal + edits_)];
  }
  /// Says whether the next round comes to `diagonal` best by adding a line, not by removing one.
  [[nodiscard]] bool adds_towards(std::ptrdiff_t diagonal) const {
    if (diagonal < -edits_) return true;
    if (diagonal > edits_) return false;
    return (*this)[diagonal - 1] < (*this)[diagonal + 1];
  }

 private:
  std::ptrdiff_t edits_;
  std::vector<std::ptrdiff_t> furthest_;
};

class Search {
 public:
  Search(Lines before, Lines after) : before_(before), after_(after) {}

  /// The fewest differences, or all lines when there are too many.
  [[nodiscard]] Differences run() {
    const std::ptrdiff_t goal = std::ssize(before_) - std::ssize(after_);
    const std::ptrdiff_t most = std::min(std::ssize(before_) + std::ssize(after_), kMostEdits);
    for (std::ptrdiff_t edits = 0; edits <= most; ++edits) {
      advance(edits);
      const bool reaches_goal = -edits <= goal && goal <= edits;
      if (reaches_goal && rounds_.back()[goal] >= std::ssize(before_)) return traced();
    }
    return {.removed = std::vector<bool>(before_.size(), true),
            .added = std::vector<bool>(after_.size(), true)};
  }

 private:
  void advance(std::ptrdiff_t edits) {
    Round round(edits);
    for (std::ptrdiff_t diagonal = -edits; diagonal <= edits; diagonal += 2) {
      round[diagonal] =
          after_common_lines(edits == 0 ? 0 : entry(rounds_.back(), diagonal), diagonal);
    }
    rounds_.push_back(std::move(round));
  }

  static std::ptrdiff_t entry(const Round& previous, std::ptrdiff_t diagonal) {
    return previous.adds_towards(diagonal) ? previous[diagonal + 1] : previous[diagonal - 1] + 1;
  }

  [[nodiscard]] std::ptrdiff_t after_common_lines(std::ptrdiff_t x, std::ptrdiff_t diagonal) const {
    // Both can be past the end: a step is not checked for what it passes.
    while (x < std::ssize(before_) && x - diagonal < std::ssize(after_) &&
           before_[static_cast<std::size_t>(x)] == after_[static_cast<std::size_t>(x - diagonal)]) {
      ++x;
    }
    return x;
  }

  /// Follows the rounds back from the goal, where the last one arrived.
  [[nodiscard]] Differences traced() const {
    Differences differences{.removed = std::vector<bool>(before_.size()),
                            .added = std::vector<bool>(after_.size())};
    std::ptrdiff_t diagonal = std::ssize(before_) - std::ssize(after_);
    for (std::size_t edits = rounds_.size() - 1; edits > 0; --edits) {
      const Round& previous = rounds_[edits - 1];
      if (previous.adds_towards(diagonal)) {
        ++diagonal;
        differences.added[static_cast<std::size_t>(previous[diagonal] - diagonal)] = true;
      } else {
        --diagonal;
        differences.removed[static_cast<std::size_t>(previous[diagonal])] = true;
      }
    }
    return differences;
  }

  Lines before_;
  Lines after_;
  std::vector<Round> rounds_;
};

std::vector<LineChange> runs_of(const Differences& differences, std::size_t offset) {
  const auto& [removed, added] = differences;
  std::vector<LineChange> changes;
  std::size_t before = 0;
  std::size_t after = 0;
  while (before < removed.size() || after < added.size()) {
    LineChange change{.before = before + offset, .after = after + offset};
    while (before < removed.size() && removed[before]) ++before, ++change.removed;
    while (after < added.size() && added[after]) ++after, ++change.added;
    if (change.removed + change.added != 0) {
      changes.push_back(change);
    } else {
      ++before, ++after;
    }
  }
  return changes;
}

std::vector<Line> numbered(const std::vector<std::string_view>& lines,
                           std::unordered_map<std::string_view, Line>& numbers) {
  std::vector<Line> result;
  result.reserve(lines.size());
  for (const std::string_view line : lines) {
    result.push_back(numbers.try_emplace(line, static_cast<Line>(numbers.size())).first->second);
  }
  return result;
}

std::size_t common_start(Lines one, Lines other) {
  return static_cast<std::size_t>(std::ranges::mismatch(one, other).in1 - one.begin());
}

std::size_t common_end(Lines one, Lines other) {
  std::size_t size = 0;
  while (size < std::min(one.size(), other.size()) &&
         one[one.size() - size - 1] == other[other.size() - size - 1]) {
    ++size;
  }
  return size;
}

}  // namespace

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    const std::size_t size = newline == std::string_view::npos ? text.size() : newline + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

std::vector<LineChange> changes_between(const std::vector<std::string_view>& before,
                                        const std::vector<std::string_view>& after) {
  std::unordered_map<std::string_view, Line> numbers;
  const std::vector<Line> old_lines = numbered(before, numbers);
  const std::vector<Line> new_lines = numbered(after, numbers);

  const std::size_t start = common_start(old_lines, new_lines);
  const Lines old_rest = Lines(old_lines).subspan(start);
  const Lines new_rest = Lines(new_lines).subspan(start);
  const std::size_t end = common_end(old_rest, new_rest);
  Search search(old_rest.first(old_rest.size() - end), new_rest.first(new_rest.size() - end));
  return runs_of(search.run(), start);
}

}  // namespace patcher
