// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/core/diagnostic.hpp"
#include "patcher/report/text_report.hpp"

namespace patcher {

/// Renders source lines behind a gutter of line numbers, each with its marks on a line below it.
///
/// Tabs are expanded and unprintable bytes escaped, with marks that follow them. Columns count
/// code points: a wide or combining character puts later marks off. A line of more than 100
/// columns is cut to the part around its first mark. A mark outside the line is shown at its end.
[[nodiscard]] std::string render_excerpt(const std::vector<ExcerptLine>& lines, Colour colour);

}  // namespace patcher
