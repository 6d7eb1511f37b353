// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/locate/anchor_place.hpp"
#include "patcher/locate/node_condition.hpp"
#include "patcher/locate/source_text.hpp"

// A compiled query of tree-sitter; only the files of node queries look inside.
struct TSQuery;

namespace patcher {

/// A tree-sitter query over the syntax tree of a file, whose capture `@target` is the place.
///
/// Copies share what was compiled.
/// Source: tree-sitter's documentation, "Queries".
class NodeQuery {
 public:
  /// Compiles `query` for the grammar of `language`. Faults: a language without grammar; what
  /// tree-sitter refuses; a pattern whose `@target` is not exactly one node; a condition that is
  /// unknown or spelled wrongly.
  [[nodiscard]] static std::variant<NodeQuery, SpellingFault> compile(std::string_view query,
                                                                      Language language);

  /// Every `@target` that lies in `within`, each once, without the white space at its end. Nodes
  /// around the target may reach out of `within`.
  ///
  /// The work is bounded by a number of steps, the same on every machine. Faults: syntax_error for
  /// a text that has one in `within`, because its nodes are a guess there; pattern_too_costly;
  /// empty_match for a target without bytes.
  [[nodiscard]] FoundPlaces find_all(const SourceText& text, ByteRange within) const;

  /// As it was spelled.
  [[nodiscard]] const std::string& spelling() const { return spelling_; }
  /// What tree-sitter made of it, for the files of node queries.
  [[nodiscard]] const TSQuery* compiled() const { return compiled_.get(); }
  /// The conditions on matches of each pattern of the query.
  [[nodiscard]] const std::vector<std::vector<NodeCondition>>& conditions() const {
    return conditions_;
  }

 private:
  NodeQuery(std::string spelling, std::shared_ptr<const TSQuery> compiled,
            std::vector<std::vector<NodeCondition>> conditions)
      : spelling_(std::move(spelling)),
        compiled_(std::move(compiled)),
        conditions_(std::move(conditions)) {}

  std::string spelling_;
  std::shared_ptr<const TSQuery> compiled_;
  std::vector<std::vector<NodeCondition>> conditions_;
};

}  // namespace patcher
