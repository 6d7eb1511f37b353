// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "patcher/locate/line_pattern.hpp"

namespace patcher {

/// The pattern of a `find:` block, its own indentation dropped.
[[nodiscard]] inline LinePattern pattern_of(std::string_view block) {
  LinePattern pattern;
  for (const std::string& line : dedented(block).lines) pattern.lines.push_back({line, 0});
  return pattern;
}

}  // namespace patcher
