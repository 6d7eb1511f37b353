// SPDX-License-Identifier: MIT
#pragma once

#include <tree_sitter/api.h>

#include <cstddef>
#include <string_view>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/core/line_index.hpp"

namespace patcher {

/// Column of the first byte of `line` that is not a blank, as Python counts it: a tab goes to the
/// next multiple of 8, a form feed back to 0. Source: Python reference, 2.1.8 "Indentation".
[[nodiscard]] std::size_t python_indentation(std::string_view line);

/// What the grammar forgives at `node` itself and Python does not: a block without a statement, a
/// statement at another indentation than the first of its block, `try` without `except` or
/// `finally`, and the statements of Python 2. Empty for a sound node.
[[nodiscard]] std::vector<ByteRange> forgiven_faults(TSNode node, const LineIndex& lines);

}  // namespace patcher
