// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/diagnostic.hpp"
#include "patcher/core/result.hpp"

namespace patcher {

/// One hunk of a diff: adjacent whole lines of a file, before and after.
///
/// Lines have their endings as the diff spells them; only the last one of a side may have none, and
/// then that side's file ends there without a newline.
struct DiffHunk {
  std::string before;             ///< Context and removed lines.
  std::string after;              ///< Context and added lines.
  std::size_t context_above = 0;  ///< Context lines above the first change.
  std::size_t context_below = 0;  ///< Context lines below the last change.
  std::size_t old_start = 0;      ///< The line number that the header names; nothing relies on it.
  std::uint32_t line = 0;         ///< Of the header in the diff, 1-based.
  std::vector<ExcerptLine> lines = {};  ///< The header and the first lines below it, for messages.
};

/// What a diff says of one file.
struct DiffFile {
  enum class Kind { changed, added, removed, moved };
  /// Whether the paths have a first component of the diff's own, `a/` or `b/`.
  enum class Prefix { kept, dropped };

  Kind kind = Kind::changed;
  bool is_git = false;  ///< Its section begins with `diff --git`.
  Prefix prefix = Prefix::kept;
  std::string before;  ///< Path as spelled, unquoted; empty for a file that is added.
  std::string after;   ///< Path as spelled, unquoted; empty for a file that is removed.
  std::optional<std::uint32_t> mode_before;  ///< Permission bits, where the diff tells them.
  std::optional<std::uint32_t> mode_after;
  std::vector<DiffHunk> hunks;
  std::uint32_t line = 0;               ///< Where its section begins in the diff, 1-based.
  std::vector<ExcerptLine> lines = {};  ///< Its first line, for messages.
};

/// A unified diff, as `diff -u` and git write it, alone or in a mail.
struct Diff {
  std::string file;             ///< The diff's own path, as it was opened.
  std::vector<DiffFile> files;  ///< In the diff's order; at least one.
  Diagnostics warnings;         ///< What is worth saying though it can be read.
};

/// Reads the diff `bytes`, whose path is `file`.
///
/// Text around the sections (mail headers, a message, a signature) is passed over. An empty line in
/// a hunk is a context line whose blank was stripped (a warning). Line numbers are not judged.
/// Errors, all of them, each at its line of the diff: diff_invalid for what is no unified diff
/// (nothing in it, prose alone, other formats, UTF-16), a hunk that does not have the lines that
/// its header says, binary contents, links, submodules, copies, and sections that say nothing.
/// Source: the GNU diffutils manual, "Detailed Description of Unified Format"; git-diff(1),
/// "Generating patch text with -p".
[[nodiscard]] Result<Diff> parse_diff(std::string_view bytes, const std::string& file);

}  // namespace patcher
