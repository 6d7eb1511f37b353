// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/locate/anchor_place.hpp"
#include "patcher/locate/node_query.hpp"
#include "patcher/locate/source_tree.hpp"

namespace patcher {

/// One place where the nodes of a pattern stand, whatever its conditions say.
struct NodeMatch {
  std::uint32_t pattern = 0;  ///< Index of the pattern in its query.
  ByteRange target;           ///< The node that `@target` took, without white space at its end.
  std::vector<std::vector<ByteRange>> captures;  ///< By number of the capture.
};

/// Every match of `query` whose target lies in `within`, or pattern_too_costly.
[[nodiscard]] std::variant<std::vector<NodeMatch>, SearchFault> matches_of(const NodeQuery& query,
                                                                           const SourceText& text,
                                                                           ByteRange within);

/// All conditions of `query` that `match` does not fulfil; one that costs too much counts as such.
[[nodiscard]] std::vector<const NodeCondition*> broken_conditions(const NodeQuery& query,
                                                                  const SourceText& text,
                                                                  const NodeMatch& match);

/// The first condition of `query` that `match` does not fulfil, or null.
[[nodiscard]] std::variant<const NodeCondition*, SearchFault> broken_condition(
    const NodeQuery& query, const SourceText& text, const NodeMatch& match);

}  // namespace patcher
