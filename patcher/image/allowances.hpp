// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/image/lint_subject.hpp"

namespace patcher {

/// `findings` without those that a comment in `dockerfile` allows, and with one for each such
/// comment that has no reason, is out of date on `today`, allows nothing, or cannot be read.
///
/// A comment is for the instruction below it, or that it stands in:
/// `# patcher-lint: allow IMG101 reason="..." until=2026-12-31`. Findings about comments cannot be
/// allowed.
[[nodiscard]] Diagnostics without_allowed(const Dockerfile& dockerfile, LintFindings findings,
                                          const std::string& today);

}  // namespace patcher
