// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/locate/source_text.hpp"
#include "patcher/plan/finding.hpp"
#include "patcher/plan/spot.hpp"

namespace patcher {

/// Of `all` places of an edit's two sides those that count: an anchor that lies in a result is
/// none, nor is a result that lies in an anchor.
[[nodiscard]] Places standing_apart(const Places& all);

/// Judges a text edit in `text`, the bytes of its file.
[[nodiscard]] Finding find_text_edit(const EditContext& context, const TextEdit& edit,
                                     const SourceText& text);

}  // namespace patcher
