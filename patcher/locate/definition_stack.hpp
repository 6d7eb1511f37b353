// SPDX-License-Identifier: MIT
#pragma once

#include <tree_sitter/api.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/core/line_index.hpp"
#include "patcher/locate/source_text.hpp"

namespace patcher {

/// How many definitions may nest: paths of many more would need more memory than there is.
inline constexpr std::size_t kMostLevels = 200;

/// The outline of a text that was not read, for the reason `why`: one error from end to end.
[[nodiscard]] Outline unread_outline(std::string_view text, std::string why);

/// `range` with the rest of its first and its last line, except where that rest `is_code`: then
/// something else stands there, which is no part of the definition at `range`.
[[nodiscard]] ByteRange with_lines(ByteRange range, const LineIndex& lines,
                                   bool (*is_code)(std::string_view rest));

/// Gathers an outline while the nodes of a tree are visited, parents first.
class DefinitionStack {
 public:
  /// Says that a node at `depth` is visited: definitions and errors that ended are left, and the
  /// node is counted if it is an error itself.
  void enter(TSNode node, std::size_t depth);
  /// Adds a definition whose node is at `depth`; what is visited below belongs to it. Beyond
  /// `kMostLevels` around it the text counts as unread.
  void open(Definition definition, std::size_t depth);
  /// Takes the path and the end of the definition whose node is at `depth`, and is around the node
  /// visited last, for doubtful; does nothing where no such node is a definition.
  void doubt(std::size_t depth);
  /// Counts an error in every definition around the node visited last.
  void count_error(ByteRange range);

  /// The innermost definition around the node visited last, or null; valid until the next `open`.
  [[nodiscard]] const Definition* innermost() const;
  /// Whether the node visited last lies below an error.
  [[nodiscard]] bool in_error() const { return error_depth_.has_value(); }

  /// What was gathered. `faults` are errors that no node shows: each counts for the file and for
  /// every definition around it. `text` is what was visited.
  [[nodiscard]] Outline outline(std::string_view text, const std::vector<ByteRange>& faults) &&;

 private:
  struct Open {
    std::size_t index;  // in outline_.definitions
    std::size_t depth;
  };
  Outline outline_;
  bool is_too_deep_ = false;
  std::vector<Open> open_;                  // Definitions around the node, outermost first.
  std::optional<std::size_t> error_depth_;  // Of the outermost error around the node.
};

}  // namespace patcher
