// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "patcher/manifest/scope.hpp"

namespace patcher {

/// `find:` whole lines; the block's own common indentation is dropped before the search.
struct LinesAnchor {
  std::string text;  ///< Lines separated by `\n`, without the one optional final newline.
};

/// `find_text:` exact bytes within one line.
struct TextAnchor {
  std::string text;
};

/// `between:` two adjacent lines; both must be there, next to each other.
struct BetweenAnchor {
  std::string before;  ///< One line, as spelled.
  std::string after;   ///< One line, as spelled.
};

/// `find_regex:` a regular expression, matched byte by byte.
struct RegexAnchor {
  std::string pattern;
};

/// `find_tokens:` the same tokens in the same order, whatever their layout.
struct TokensAnchor {
  std::string text;
};

/// `find_node:` a tree-sitter query, whose capture `@target` is the place.
struct NodeAnchor {
  std::string query;
};

/// One end of a span.
using SpanEnd = std::variant<LinesAnchor, TextAnchor, RegexAnchor, TokensAnchor, NodeAnchor>;

/// Whether the anchor that ends a span is part of it.
enum class SpanLimit { exclusive, inclusive };

/// `span:` from one anchor up to another that stands below it.
struct SpanAnchor {
  SpanEnd from;
  SpanEnd to;
  SpanLimit limit = SpanLimit::exclusive;
};

/// `definition:` the whole of the scope, whose tokens are pinned.
struct DefinitionAnchor {};

/// A hunk of a `diff:`: whole lines with their endings, compared byte by byte.
struct HunkAnchor {
  std::string text;       ///< Context and removed lines. Without a final newline it ends the file.
  bool at_start = false;  ///< Begins the file: no context stands above what is changed.
  bool at_end = false;    ///< Ends the file: no context stands below it.
};

/// The closed set of anchors that this version can place.
using Anchor = std::variant<LinesAnchor, TextAnchor, BetweenAnchor, RegexAnchor, TokensAnchor,
                            NodeAnchor, SpanAnchor, DefinitionAnchor, HunkAnchor>;

/// What `anchor` looks for, as it is spelled; lines that belong together one below the other. Empty
/// for a whole definition.
[[nodiscard]] std::string spelled(const Anchor& anchor);
[[nodiscard]] std::string spelled(const SpanEnd& end);
/// Says whether what `anchor` finds is no fixed text.
[[nodiscard]] bool is_pattern(const Anchor& anchor);
/// The key that `anchor` is written under: `find_text`.
[[nodiscard]] std::string_view key_of(const Anchor& anchor);
[[nodiscard]] std::string_view key_of(const SpanEnd& end);

}  // namespace patcher
