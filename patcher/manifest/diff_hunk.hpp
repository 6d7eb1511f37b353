// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/core/result.hpp"
#include "patcher/manifest/diff.hpp"
#include "patcher/manifest/diff_lines.hpp"

namespace patcher::language {

/// Says whether `line` begins a hunk of a unified diff.
[[nodiscard]] bool begins_hunk(std::string_view line);

/// Reads the hunk that begins at the next line, and goes behind it.
///
/// Adds a warning to `warnings` for lines whose leading blank was stripped.
/// Errors: diff_invalid for a header that cannot be read, more or fewer lines than it says, lines
/// behind one without a newline, a hunk that changes nothing.
[[nodiscard]] Result<DiffHunk> read_hunk(DiffLines& lines, Diagnostics& warnings);

}  // namespace patcher::language
