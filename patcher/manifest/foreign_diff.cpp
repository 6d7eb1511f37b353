// SPDX-License-Identifier: MIT
#include "patcher/manifest/foreign_diff.hpp"

#include <algorithm>

#include "patcher/manifest/diff_hunk.hpp"

namespace patcher::language {
namespace {

/// Takes `12` or `12,3` off the front of `text`.
bool take_lines(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789,"), text.size());
  const bool is_range = end > 0 && text.front() != ',' && text[end - 1] != ',';
  text.remove_prefix(is_range ? end : 0);
  return is_range;
}

/// `3a`, `1,4c`, `7d`: a command of ed, and `3a4,5`: the head of a normal diff's hunk.
enum class Command { none, ed, normal };

Command command_in(std::string_view line) {
  if (!take_lines(line) || line.empty()) return Command::none;
  if (line.front() != 'a' && line.front() != 'c' && line.front() != 'd') return Command::none;
  line.remove_prefix(1);
  if (line.empty()) return Command::ed;
  return take_lines(line) && line.empty() ? Command::normal : Command::none;
}

/// `a12 3`, `d4 1`: a command of an RCS diff.
bool is_rcs(std::string_view line) {
  if (!line.starts_with('a') && !line.starts_with('d')) return false;
  line.remove_prefix(1);
  if (!take_lines(line) || !line.starts_with(' ')) return false;
  line.remove_prefix(1);
  return take_lines(line) && line.empty();
}

/// The line above each hunk of a context diff.
bool is_context_rule(std::string_view line) {
  constexpr std::string_view kRule = "***************";
  return line == kRule || (line.starts_with(kRule) && line[kRule.size()] == ' ');
}

}  // namespace

std::optional<Diagnostic> stray_fault(const DiffLines& lines) {
  const std::string_view line = lines.line();
  if (begins_hunk(line)) {
    return lines.error("no file is named above this hunk",
                       "put its '---' and '+++' lines back, or make the diff anew");
  }
  if (line.starts_with("diff --cc ") || line.starts_with("diff --combined ") ||
      line.starts_with("@@@ -")) {
    return lines.error("this is the combined diff of a merge, expected one against one parent",
                       "make it anew with 'git diff PARENT MERGE'");
  }
  if (is_context_rule(line)) {
    return lines.error("this is a context diff, expected a unified one",
                       "make it anew with 'diff -u'");
  }
  if (line.starts_with("Binary files ") && line.ends_with(" differ")) {
    return lines.error("the diff of this file is binary",
                       "add the file whole with 'add_file' and 'from', and take this line out");
  }
  if (line.starts_with("Only in ") && line.find(": ") != std::string_view::npos) {
    return lines.error("a file is said to be on one side only, without its lines",
                       "make the diff anew with 'diff -N', or take this line out");
  }
  if (line == "Content-Transfer-Encoding: base64" ||
      line == "Content-Transfer-Encoding: quoted-printable") {
    return lines.error("the mail is encoded, expected its text as it is",
                       "make it anew with 'git format-patch', or decode it with 'git mailinfo'");
  }
  if (line.starts_with("Submodule ") && line.ends_with(":")) {
    return lines.error("a submodule changes", "patch the submodule as a tree of its own");
  }
  return std::nullopt;
}

std::string_view foreign_format(const DiffLines& lines) {
  std::string_view format;
  for (DiffLines next = lines; !next.at_end(); next.advance()) {
    const std::string_view below = next.line_after();
    const Command command = command_in(next.line());
    if (command == Command::normal && (below.starts_with("< ") || below.starts_with("> "))) {
      return "a normal diff";
    }
    if (is_rcs(next.line())) return "an RCS diff";
    if (command == Command::ed) format = "an ed script";
  }
  return format;
}

}  // namespace patcher::language
