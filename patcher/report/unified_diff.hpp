// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/plan/outcome.hpp"

namespace patcher {

/// A git-style unified diff of `diffs`, three lines of context, that `git apply` takes.
///
/// New, removed and mode-changed files carry git's extended headers; a missing final newline is
/// said as git says it; odd paths are quoted as git quotes them (core.quotePath). Content is given
/// as raw bytes.
[[nodiscard]] std::string render_diff(const std::vector<FileDiff>& diffs);

/// The section of a git diff that makes `diff`: three lines of context, or a binary patch for what
/// is no text. Empty where git sees no change.
[[nodiscard]] std::string render_section(const FileDiff& diff);

}  // namespace patcher
