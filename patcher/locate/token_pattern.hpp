// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/locate/anchor_place.hpp"
#include "patcher/locate/source_text.hpp"
#include "patcher/locate/tokens.hpp"

namespace patcher {

/// Tokens that must stand one after the other, whatever the layout.
///
/// Layout and comments between them are ignored where the language ignores them: in Python and
/// TOML, line ends and indentation outside brackets must agree; in shell, line ends and whether
/// there is a gap; in C and its kin, where directives of the preprocessor begin and end. In Python
/// a comma before a closing bracket may be there or not where it changes nothing.
class TokenPattern {
 public:
  /// The pattern of the tokens of `text`. Faults: a language without tokens here; no token at all.
  [[nodiscard]] static std::variant<TokenPattern, SpellingFault> compile(std::string_view text,
                                                                         Language language);

  /// Every place in `within`, from its first token's first byte to its last token's last one;
  /// overlapping places count.
  [[nodiscard]] FoundPlaces find_all(const SourceText& text, ByteRange within) const;

  [[nodiscard]] std::size_t size() const { return tokens_.size(); }
  [[nodiscard]] const SourceToken& token(std::size_t index) const { return tokens_[index]; }
  /// The bytes of token `index` (0-based).
  [[nodiscard]] std::string_view token_text(std::size_t index) const {
    const ByteRange& range = tokens_[index].range;
    return std::string_view(text_).substr(range.begin, range.size());
  }
  /// As it was spelled.
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] Layout layout() const { return layout_; }

 private:
  TokenPattern(std::string text, std::vector<SourceToken> tokens, Layout layout)
      : text_(std::move(text)), tokens_(std::move(tokens)), layout_(layout) {}

  std::string text_;
  std::vector<SourceToken> tokens_;
  Layout layout_;
};

/// How many tokens of a pattern stand one after the other from a token of a text on.
struct TokenRun {
  std::size_t matched = 0;      ///< Tokens of the pattern that fit; all of them for a match.
  std::size_t end = 0;          ///< Index of the text's token behind the last one that fitted.
  bool layout_differs = false;  ///< The next tokens are the same, but their layout is not.
};

/// Some tokens of a text.
struct TokenSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The tokens of `text` that lie in `within` entirely: indices, half-open.
[[nodiscard]] TokenSpan tokens_within(const SourceText& text, ByteRange within);

/// How far `pattern` fits the tokens of `text` from number `first` on, none at or behind `end`.
[[nodiscard]] TokenRun run_at(const TokenPattern& pattern, const SourceText& text, TokenSpan span);

}  // namespace patcher
