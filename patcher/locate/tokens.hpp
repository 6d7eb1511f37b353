// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/locate/source_text.hpp"

namespace patcher {

/// One token: a word, a number, a whole string literal, a sign. Comments are none.
struct SourceToken {
  ByteRange range;
  std::uint32_t column = 0;  ///< Indentation of its line; told where it is the line's first token.
  std::uint32_t level = 0;   ///< How many blocks its statement is indented by, where that counts.
  bool after_gap = false;    ///< Blanks, a comment or a line's end stand before it.
  /// Begins a line in a way that counts: everywhere, but in C and its kin only at a preprocessor
  /// directive and behind one, and in JSON nowhere. The text's first token does.
  bool begins_line = false;
  bool inside = false;         ///< Stands in brackets, where Python and TOML ignore lines.
  bool closes_freely = false;  ///< A bracket before which a comma more or less changes nothing.
  bool glued = false;          ///< The `(` of a macro's parameters, which no blank may precede.
};

/// What a language lets layout mean.
enum class Layout {
  free,         ///< Nothing but lines that count for themselves (C and its kin, JSON).
  lines,        ///< Line ends outside brackets (TOML).
  indentation,  ///< The same and how lines are indented (Python, YAML).
  gaps          ///< Line ends, and whether there is a gap at all (shell).
};

[[nodiscard]] Layout layout_of(Language language);

/// Says whether this version can tell the tokens of `language`.
[[nodiscard]] bool has_tokens(Language language);

/// The tokens of `text`, in order. A text that is no program, or a part of one, has tokens too.
[[nodiscard]] std::vector<SourceToken> tokens_in(std::string_view text, Language language);

/// The tokens of all of `text`, read once.
[[nodiscard]] const std::vector<SourceToken>& source_tokens(const SourceText& text);

}  // namespace patcher
