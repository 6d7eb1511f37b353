// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/plan/placing.hpp"
#include "patcher/plan/splice.hpp"

namespace patcher {

/// A splice at a place, or why there can be none; neither where the bytes do not tell it.
using Change = std::variant<std::monostate, Splice, Unfit>;

/// A place where one side of a shape stands.
struct Spot {
  ByteRange range;
  std::size_t first_line = 0;  ///< 0-based.
  std::string base = {};       ///< The place's indentation; empty for an edit within lines.
  Change change = {};  ///< Of a pattern's place: what leads to the other side. Others work it out.
};

/// Where an edit's two sides stand.
struct Places {
  std::vector<Spot> anchors;
  std::vector<Spot> results;

  [[nodiscard]] std::size_t size() const { return anchors.size() + results.size(); }
};

}  // namespace patcher
