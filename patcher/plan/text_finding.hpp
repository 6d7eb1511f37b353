// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/locate/source_text.hpp"
#include "patcher/plan/finding.hpp"

namespace patcher {

/// Judges a text edit in `text`, the bytes of its file.
[[nodiscard]] Finding find_text_edit(const EditContext& context, const TextEdit& edit,
                                     const SourceText& text);

}  // namespace patcher
