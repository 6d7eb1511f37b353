// SPDX-License-Identifier: MIT
#include "patcher/report/unified_diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "patcher/core/diff_text.hpp"
#include "patcher/core/line_diff.hpp"
#include "patcher/report/binary_diff.hpp"
#include "patcher/report/text_report.hpp"

namespace patcher {
namespace {

using Lines = std::span<const std::string_view>;
using Changes = std::span<const LineChange>;

constexpr std::size_t kContext = 3;  // in lines

std::size_t end_before(const LineChange& change) { return change.before + change.removed; }

/// One hunk over `changes`, which are close enough to share their context.
std::string hunk_of(Lines before, Lines after, Changes changes) {
  return hunk_text(before, after, changes,
                   {std::min(kContext, changes.front().before),
                    std::min(kContext, before.size() - end_before(changes.back()))});
}

/// The number of changes at the start of `changes`, at least one, that go into one hunk.
std::size_t close_together(Changes changes) {
  const auto far_apart = [](const LineChange& one, const LineChange& next) {
    return next.before - end_before(one) > 2 * kContext;
  };
  const auto last = std::ranges::adjacent_find(changes, far_apart);
  return last == changes.end() ? changes.size()
                               : static_cast<std::size_t>(last - changes.begin()) + 1;
}

std::string hunks_of(const FileDiff& diff) {
  const std::vector<std::string_view> before = lines_of(diff.before);
  const std::vector<std::string_view> after = lines_of(diff.after);
  const std::vector<LineChange> changes = changes_between(before, after);
  std::string text;
  for (Changes rest = changes; !rest.empty();) {
    const std::size_t count = close_together(rest);
    text += hunk_of(before, after, rest.first(count));
    rest = rest.subspan(count);
  }
  return text;
}

DiffHead head_of(const FileDiff& diff) {
  return {diff.from.empty() ? diff.path : diff.from, diff.path, diff.mode_before, diff.mode_after};
}

std::string part_of(const FileDiff& diff) {
  const DiffHead head = head_of(diff);
  if (diff.mode_before == 0 && diff.mode_after == 0) return {};
  const std::string hunks = hunks_of(diff);
  if (hunks.empty()) return says_something(head) ? section_head(head) : std::string();
  return section_head(head) + file_lines(head) + hunks;
}

bool same_tree(const FileDiff& one, const FileDiff& other) { return one.tree == other.tree; }

}  // namespace

std::string render_diff(const std::vector<FileDiff>& diffs) {
  const bool one_tree = std::ranges::all_of(
      diffs, [&](const FileDiff& diff) { return same_tree(diff, diffs.front()); });
  std::string text;
  const FileDiff* previous = nullptr;
  for (const FileDiff& diff : diffs) {
    const bool tree_begins = previous == nullptr || !same_tree(*previous, diff);
    // Before a header `git apply` skips any line that does not look like one.
    if (!one_tree && tree_begins) text += fmt::format("# tree {}\n", printable(diff.tree));
    text += part_of(diff);
    previous = &diff;
  }
  return text;
}

std::string render_section(const FileDiff& diff) {
  if (diff.binary_ids.empty()) return part_of(diff);
  return section_head(head_of(diff)) + binary_hunks(diff);
}

}  // namespace patcher
