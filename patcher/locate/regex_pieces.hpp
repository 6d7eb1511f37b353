// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/byte_range.hpp"

namespace patcher {

/// A part of a regular expression's spelling.
struct RegexPiece {
  enum class Kind {
    word,     ///< Letters, digits and `_` that stand for themselves.
    blanks,   ///< Spaces and tabs.
    opening,  ///< An opening bracket that stands for itself, `\(`.
    closing,  ///< A closing one.
    sign,     ///< Another byte that stands for itself, or its escape.
    other     ///< What stands for something else: groups, classes, repetitions, escapes.
  };
  Kind kind = Kind::other;
  ByteRange range;  ///< Bytes of the pattern.
};

/// The pieces of `pattern`, in order, without gaps.
///
/// Made for guesses about a pattern that did not match: where PCRE2 reads something otherwise, a
/// guess is worse, and nothing else. Source: pcre2pattern(3).
[[nodiscard]] std::vector<RegexPiece> regex_pieces(std::string_view pattern);

}  // namespace patcher
