// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/locate/source_text.hpp"
#include "patcher/locate/syntax_tree.hpp"

namespace patcher {

/// The syntax tree of `text`, parsed once.
[[nodiscard]] const SyntaxTree& syntax_tree_of(const SourceText& text);

}  // namespace patcher
