// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "patcher/core/line_diff.hpp"

namespace patcher {

/// What a section of a git diff says of its file besides the lines.
struct DiffHead {
  std::string before;             ///< The file's path below the root.
  std::string after;              ///< Another one only where the file moves.
  std::uint32_t mode_before = 0;  ///< Permission bits; 0 when there is no file before.
  std::uint32_t mode_after = 0;   ///< Permission bits; 0 when there is no file after.
};

/// The lines of a section up to its hunks' `---`: `diff --git`, modes, and paths that change.
[[nodiscard]] std::string section_head(const DiffHead& head);
/// Whether `head` alone says something: the file comes, goes, moves, or changes its mode.
[[nodiscard]] bool says_something(const DiffHead& head);
/// The lines `---` and `+++` above a section's hunks.
[[nodiscard]] std::string file_lines(const DiffHead& head);

/// How many lines a hunk shows that do not change, above its first change and below its last.
struct HunkContext {
  std::size_t above = 0;
  std::size_t below = 0;
};

/// The hunk of `changes`, ascending and at least one, from the lines `before` to the lines `after`,
/// each with its `\n` but perhaps the last. `context` must be there.
[[nodiscard]] std::string hunk_text(std::span<const std::string_view> before,
                                    std::span<const std::string_view> after,
                                    std::span<const LineChange> changes, HunkContext context);

}  // namespace patcher
