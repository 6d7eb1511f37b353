// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "patcher/locate/source_text.hpp"
#include "patcher/locate/syntax_tree.hpp"

namespace patcher {

/// The outline of `text`, Python, whose tree is `tree`: functions and classes, and names of a
/// module or class to which a lambda is assigned.
[[nodiscard]] Outline python_outline_of(std::string_view text, const SyntaxTree& tree);

}  // namespace patcher
