// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace patcher {

/// One run of lines that differ: `removed` lines from `before` on give way to `added` lines from
/// `after` on.
///
/// Units: 0-based line indices into the old and the new text; an index may be one past the last
/// line. At least one of the counts is not zero.
struct LineChange {
  std::size_t before = 0;
  std::size_t removed = 0;
  std::size_t after = 0;
  std::size_t added = 0;

  friend bool operator==(const LineChange&, const LineChange&) = default;
};

/// The lines of `text`, each with its `\n`; the last may have none. Views into `text`.
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);

/// The changes that turn the lines `before` into the lines `after`, in ascending order, with at
/// least one common line between any two.
///
/// They are the fewest possible as long as no more than 1500 lines differ; beyond that, all
/// between the common start and the common end is one change.
/// Source: E. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986, section 4.
[[nodiscard]] std::vector<LineChange> changes_between(const std::vector<std::string_view>& before,
                                                      const std::vector<std::string_view>& after);

}  // namespace patcher
