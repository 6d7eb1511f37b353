// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "patcher/locate/source_text.hpp"

namespace patcher {

/// `text` with each run of white space as one blank, and none at its ends.
[[nodiscard]] std::string with_folded_space(std::string_view text);

/// A word that is read as another one.
struct Renaming {
  std::string from;  ///< Empty for none.
  std::string to;
};

/// The head of `definition`, from its first byte up to its body, its white space folded.
[[nodiscard]] std::string head_of(const Definition& definition, const SourceText& text,
                                  const Renaming& renaming = {});

/// The SHA-256 of the tokens of `definition` in 64 lower-case hex digits.
///
/// Comments and layout count as far as they count for the language: in Python how deep a statement
/// is indented relative to the definition, in shell whether there is a gap, in C where a directive
/// begins and ends. A last comma that changes nothing does not count.
[[nodiscard]] std::string token_digest(const Definition& definition, const SourceText& text,
                                       const Renaming& renaming = {});

}  // namespace patcher
