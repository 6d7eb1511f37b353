// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "patcher/locate/c_tokens.hpp"
#include "patcher/locate/directives.hpp"

namespace patcher {

/// The tokens of the parts of a text that are read, directives left out, with their brackets
/// paired.
///
/// Keeps a view: the text must outlive it.
class CodeTokens {
 public:
  /// Of `tokens`, the tokens of `text`, keeps those outside `skipped`.
  CodeTokens(std::string_view text, const Tokens& tokens,
             const std::vector<SkippedBranch>& skipped);

  [[nodiscard]] std::size_t size() const { return tokens_.size(); }
  [[nodiscard]] const Token& operator[](std::size_t index) const { return tokens_[index]; }
  /// The bytes of token `index`; empty past the end.
  [[nodiscard]] std::string_view word(std::size_t index) const;
  /// The bytes of the token before token `index`; empty for the first one.
  [[nodiscard]] std::string_view word_before(std::size_t index) const;
  [[nodiscard]] bool is_word(std::size_t index) const;
  /// Whether the `count` tokens from `index` on are `mark` each, with nothing between them.
  [[nodiscard]] bool is_run(std::size_t index, char mark, std::size_t count) const;
  /// Whether the token behind token `index` begins right where it ends.
  [[nodiscard]] bool is_joined(std::size_t index) const;
  /// The index of the bracket that closes the one at `index`, or `index` when none does.
  [[nodiscard]] std::size_t close_of(std::size_t index) const;
  /// The bytes from the beginning of token `first` to the end of token `last`.
  [[nodiscard]] ByteRange span(std::size_t first, std::size_t last) const;
  /// Brackets that have no partner, in order.
  [[nodiscard]] const std::vector<ByteRange>& unpaired() const { return unpaired_; }
  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  void pair_brackets();

  std::string_view text_;
  Tokens tokens_;
  std::vector<std::uint32_t> close_;  // For each token; its own index when it closes nothing.
  std::vector<ByteRange> unpaired_;
};

}  // namespace patcher
