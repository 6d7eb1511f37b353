// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "patcher/core/result.hpp"
#include "patcher/manifest/diff_lines.hpp"

namespace patcher::language {

/// What stands between `diff --git` and the first `---` of a section.
struct GitHeader {
  bool is_new = false;
  bool is_deleted = false;
  std::optional<std::uint32_t> old_mode;  ///< Permission bits.
  std::optional<std::uint32_t> new_mode;
  std::optional<std::string> moved_from;  ///< Unquoted, without the diff's own prefix.
  std::optional<std::string> moved_to;
  std::string old_blob;  ///< As far as the `index` line spells it; empty without one.
  std::string new_blob;
};

/// Reads the header lines from the next one on, and goes behind the last of them.
///
/// Errors (diff_invalid), each at its line: copies, links, submodules, binary contents, and what
/// cannot be read.
/// Source: git-diff(1), "Generating patch text with -p", the extended header lines.
[[nodiscard]] Result<GitHeader> read_git_header(DiffLines& lines);

}  // namespace patcher::language
