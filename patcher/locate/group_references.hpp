// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "patcher/locate/anchor_place.hpp"
#include "patcher/locate/regex.hpp"

namespace patcher {

/// New text that refers to what the groups of a pattern took.
///
/// `$1` and `${1}` are group 1, `${name}` the group of that name, `$$` a dollar sign; a group that
/// took no part is empty.
class ReferringText {
 public:
  /// Reads `text`. Faults: a group that `regex` does not have, and a `$` that begins no reference.
  [[nodiscard]] static std::variant<ReferringText, SpellingFault> parse(std::string_view text,
                                                                        const Regex& regex);

  /// The text for one match; `bytes` are those in which its groups' ranges lie. Its own line ends
  /// are spelled `ending`; what a group took stays as it is.
  [[nodiscard]] std::string text_at(const AnchorPlace& match, std::string_view bytes,
                                    std::string_view ending) const;
  /// All that is no reference, run together.
  [[nodiscard]] std::string literal() const;
  /// A pattern for every text that `text_at` can give where all groups took part: each reference
  /// stands for whatever its group could take, the same reference twice for the same bytes. Nothing
  /// when it cannot be told, because `regex` calls itself as a whole.
  [[nodiscard]] std::optional<Regex> result_of(const Regex& regex) const;

 private:
  struct Piece {
    std::string literal;
    std::optional<std::size_t> group = {};  ///< Stands after the literal.
  };
  std::vector<Piece> pieces_;
};

}  // namespace patcher
