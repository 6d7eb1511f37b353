// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/core/result.hpp"
#include "patcher/manifest/diff.hpp"
#include "patcher/manifest/diff_lines.hpp"

namespace patcher::language {

/// Says whether a file's section begins at the next line: `diff --git`, or `---` above `+++`.
[[nodiscard]] bool begins_section(const DiffLines& lines);

/// Reads the section that begins at the next line, and goes behind its last hunk.
///
/// Adds to `warnings` as read_hunk does. Errors: diff_invalid.
[[nodiscard]] Result<DiffFile> read_section(DiffLines& lines, Diagnostics& warnings);

}  // namespace patcher::language
