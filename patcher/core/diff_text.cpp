// SPDX-License-Identifier: MIT
#include "patcher/core/diff_text.hpp"

#include <fmt/format.h>

namespace patcher {
namespace {

using Lines = std::span<const std::string_view>;

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

bool is_new(const DiffHead& head) { return head.mode_before == 0; }
bool is_removed(const DiffHead& head) { return head.mode_after == 0; }

std::string mode_lines(const DiffHead& head) {
  const std::string_view before = git_mode(head.mode_before);
  const std::string_view after = git_mode(head.mode_after);
  if (is_new(head)) return fmt::format("new file mode {}\n", after);
  if (is_removed(head)) return fmt::format("deleted file mode {}\n", before);
  return before == after ? "" : fmt::format("old mode {}\nnew mode {}\n", before, after);
}

std::string move_lines(const DiffHead& head) {
  if (head.before == head.after) return {};
  return fmt::format("rename from {}\nrename to {}\n", quoted(head.before), quoted(head.after));
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

}  // namespace

std::string section_head(const DiffHead& head) {
  return fmt::format("diff --git {} {}\n{}{}", quoted("a/" + head.before),
                     quoted("b/" + head.after), mode_lines(head), move_lines(head));
}

bool says_something(const DiffHead& head) {
  return !mode_lines(head).empty() || !move_lines(head).empty();
}

std::string file_lines(const DiffHead& head) {
  return (is_new(head) ? "--- /dev/null\n" : file_line("---", "a/" + head.before)) +
         (is_removed(head) ? "+++ /dev/null\n" : file_line("+++", "b/" + head.after));
}

std::string hunk_text(Lines before, Lines after, std::span<const LineChange> changes,
                      HunkContext context) {
  const LineChange& last = changes.back();
  const std::size_t first = changes.front().before - context.above;
  const std::size_t first_after = changes.front().after - context.above;
  const std::size_t last_after = last.after + last.added + context.below;

  std::size_t shown = first;
  std::string body;
  for (const LineChange& change : changes) {
    body += marked(' ', before.subspan(shown, change.before - shown));
    body += marked('-', before.subspan(change.before, change.removed));
    body += marked('+', after.subspan(change.after, change.added));
    shown = change.before + change.removed;
  }
  body += marked(' ', before.subspan(shown, context.below));
  return fmt::format("@@ -{} +{} @@\n{}", range_text(first, shown + context.below - first),
                     range_text(first_after, last_after - first_after), body);
}

}  // namespace patcher
