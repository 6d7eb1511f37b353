// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/locate/source_text.hpp"

struct TSLanguage;

namespace patcher {

/// The tree-sitter grammar of `language`, valid for the whole run.
///
/// Null for `Language::none`, and for a grammar whose ABI the linked tree-sitter cannot read.
[[nodiscard]] const TSLanguage* grammar_of(Language language);

}  // namespace patcher
