// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/locate/source_text.hpp"
#include "patcher/plan/mutant.hpp"

namespace patcher {

/// `entry`, the file of `edit` that reads as `text`, where the scope has another name; where it is
/// a region, its first line is another.
[[nodiscard]] Mutant with_renamed_scope(const TextEdit& edit, const SourceText& text,
                                        const Entry& entry);

/// The same where the definition has a parameter more. Only a scope that pins its signature, or
/// spells it, asks for that.
[[nodiscard]] Mutant with_other_signature(const TextEdit& edit, const SourceText& text,
                                          const Entry& entry);

}  // namespace patcher
