// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/locate/source_text.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/plan/finding.hpp"

namespace patcher {

/// `edit` once for each of its anchors, in their order, each with that anchor alone.
[[nodiscard]] std::vector<TextEdit> alternatives_of(const TextEdit& edit);

/// Judges an edit with several anchors in `text`: that of the one anchor which is there, done or
/// not. All may read as done where they have one result.
///
/// Findings besides those of a single anchor: anchor_not_found where none is there, with what comes
/// nearest to each; anchor_ambiguous where several are.
[[nodiscard]] Finding find_one_of(const EditContext& context, const TextEdit& edit,
                                  const SourceText& text);

}  // namespace patcher
