// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace patcher {

/// The kinds of nodes that a tree-sitter query names, in its order: the words behind an opening
/// parenthesis, but for `_`, `ERROR` and `MISSING`.
[[nodiscard]] std::vector<std::string> kinds_in(std::string_view query);

/// The nodes that `query` describes inside other ones, each as a query without captures and
/// conditions, the largest first, each once. None for a query that does not read as one.
[[nodiscard]] std::vector<std::string> inner_nodes_in(std::string_view query);

}  // namespace patcher
