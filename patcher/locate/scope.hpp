// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "patcher/locate/source_text.hpp"

namespace patcher {

/// Every definition of `text` whose full path is `path`: one is right, none is missing, more are
/// ambiguous.
[[nodiscard]] std::vector<const Definition*> definitions_named(std::string_view path,
                                                               const SourceText& text);

/// Paths of definitions that `path` may have meant: same last name elsewhere first, then the
/// nearest spellings; at most three.
[[nodiscard]] std::vector<std::string> similar_definitions(std::string_view path,
                                                           const SourceText& text);

}  // namespace patcher
