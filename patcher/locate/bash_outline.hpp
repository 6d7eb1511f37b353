// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "patcher/locate/source_text.hpp"
#include "patcher/locate/syntax_tree.hpp"

namespace patcher {

/// The outline of `text`, Bash, whose tree is `tree`: its functions, nested ones behind a dot.
[[nodiscard]] Outline bash_outline_of(std::string_view text, const SyntaxTree& tree);

}  // namespace patcher
