// SPDX-License-Identifier: MIT
#include "patcher/report/unified_diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "patcher/report/line_diff.hpp"
#include "patcher/report/text_report.hpp"

namespace patcher {
namespace {

using Lines = std::span<const std::string_view>;
using Changes = std::span<const LineChange>;

constexpr std::size_t kContext = 3;  // in lines

/// The escape of one byte in a quoted path; empty for a byte that stays as it is.
std::string path_escape(char letter) {
  constexpr std::string_view kNamed = "\a\b\t\n\v\f\r\"\\";
  constexpr std::string_view kNames = "abtnvfr\"\\";
  const std::size_t named = kNamed.find(letter);
  if (named != std::string_view::npos) return {'\\', kNames[named]};
  const auto byte = static_cast<unsigned char>(letter);
  return byte < 0x20 || byte >= 0x7f ? fmt::format("\\{:03o}", byte) : std::string();
}

/// `path` as git spells it in a header, in quotes if a byte needs an escape.
/// Source: git-config(1), core.quotePath.
std::string quoted(const std::string& path) {
  std::string text;
  bool odd = false;
  for (const char letter : path) {
    const std::string escape = path_escape(letter);
    odd = odd || !escape.empty();
    text += escape.empty() ? std::string(1, letter) : escape;
  }
  return odd ? fmt::format("\"{}\"", text) : text;
}

/// The name on a `---` or `+++` line; git ends one with a space in it by a tab, for readers that
/// take the rest of the line for a date.
std::string file_line(std::string_view marker, const std::string& name) {
  const bool has_space = name.find(' ') != std::string::npos;
  return fmt::format("{} {}{}\n", marker, quoted(name), has_space ? "\t" : "");
}

/// The mode that git has for permission bits: it knows only whether the owner may execute.
std::string_view git_mode(std::uint32_t permissions) {
  constexpr std::uint32_t kOwnerExecutes = 0100;
  return (permissions & kOwnerExecutes) != 0 ? "100755" : "100644";
}

bool is_new(const FileDiff& diff) { return diff.mode_before == 0; }
bool is_removed(const FileDiff& diff) { return diff.mode_after == 0; }

std::string mode_lines(const FileDiff& diff) {
  const std::string_view before = git_mode(diff.mode_before);
  const std::string_view after = git_mode(diff.mode_after);
  if (is_new(diff)) return fmt::format("new file mode {}\n", after);
  if (is_removed(diff)) return fmt::format("deleted file mode {}\n", before);
  return before == after ? "" : fmt::format("old mode {}\nnew mode {}\n", before, after);
}

std::string range_text(std::size_t first, std::size_t count) {
  // An empty range is named by the line before it.
  const std::size_t number = count == 0 ? first : first + 1;
  return count == 1 ? fmt::format("{}", number) : fmt::format("{},{}", number, count);
}

std::string marked(char marker, Lines lines) {
  std::string text;
  for (const std::string_view line : lines) {
    text += marker;
    text += line;
    if (!line.ends_with('\n')) text += "\n\\ No newline at end of file\n";
  }
  return text;
}

std::size_t end_before(const LineChange& change) { return change.before + change.removed; }

/// One hunk over `changes`, which are close enough to share their context.
std::string hunk_of(Lines before, Lines after, Changes changes) {
  const std::size_t lead = std::min(kContext, changes.front().before);
  const std::size_t tail = std::min(kContext, before.size() - end_before(changes.back()));
  const std::size_t first = changes.front().before - lead;
  const std::size_t first_after = changes.front().after - lead;
  const std::size_t last_after = changes.back().after + changes.back().added + tail;

  std::size_t shown = first;
  std::string body;
  for (const LineChange& change : changes) {
    body += marked(' ', before.subspan(shown, change.before - shown));
    body += marked('-', before.subspan(change.before, change.removed));
    body += marked('+', after.subspan(change.after, change.added));
    shown = end_before(change);
  }
  body += marked(' ', before.subspan(shown, tail));
  return fmt::format("@@ -{} +{} @@\n{}", range_text(first, shown + tail - first),
                     range_text(first_after, last_after - first_after), body);
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

std::string part_of(const FileDiff& diff) {
  const std::string modes = mode_lines(diff);
  const std::string hunks = hunks_of(diff);
  if ((is_new(diff) && is_removed(diff)) || (modes.empty() && hunks.empty())) return {};
  const std::string before = "a/" + diff.path;
  const std::string after = "b/" + diff.path;
  std::string text = fmt::format("diff --git {} {}\n{}", quoted(before), quoted(after), modes);
  if (hunks.empty()) return text;
  text += is_new(diff) ? "--- /dev/null\n" : file_line("---", before);
  text += is_removed(diff) ? "+++ /dev/null\n" : file_line("+++", after);
  return text + hunks;
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

}  // namespace patcher
