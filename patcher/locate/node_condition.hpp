// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "patcher/locate/anchor_place.hpp"
#include "patcher/locate/regex.hpp"

struct TSQuery;

namespace patcher {

/// A condition of a query on the texts of the nodes that it captured: `(#eq? @name "go")`.
struct NodeCondition {
  enum class Sense { must, must_not };
  Sense sense = Sense::must;
  std::uint32_t capture = 0;               ///< Number of the capture that it is about.
  std::vector<std::string> texts = {};     ///< One of them is to be the node's text;
  std::optional<std::uint32_t> same = {};  ///< or the node's text is to be that of this capture;
  std::optional<Regex> pattern = {};       ///< or this is to be found in it.
  std::string spelling = {};               ///< `#eq? @name "go"`.
};

/// The texts of the nodes that a match captured, by the number of the capture.
using CapturedTexts = std::vector<std::vector<std::string_view>>;

/// The conditions of pattern `index` (0-based) of `query`, or what is wrong with one.
[[nodiscard]] std::variant<std::vector<NodeCondition>, SpellingFault> conditions_of(
    const TSQuery* query, std::uint32_t index);

/// Says whether `condition` holds for every node of its capture; so it does for none.
///
/// Fault: pattern_too_costly.
[[nodiscard]] std::variant<bool, SearchFault> holds(const NodeCondition& condition,
                                                    const CapturedTexts& texts);

}  // namespace patcher
