// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "patcher/core/byte_range.hpp"
#include "patcher/locate/anchor_place.hpp"
#include "patcher/locate/source_text.hpp"

// A compiled pattern of PCRE2; only regex.cpp looks inside.
struct pcre2_real_code_8;

namespace patcher {

/// A regular expression over bytes.
///
/// `^` and `$` match at every line; `\n`, `\r\n` and `\r` end a line, for `.`, `$` and `\R` too.
/// Nothing is taken for UTF-8. Copies share what was compiled.
/// Source: pcre2pattern(3), pcre2api(3).
class Regex {
 public:
  /// Compiles `pattern`. Refused besides what PCRE2 refuses: a pattern that can match an empty
  /// text, and settings such as `(*UTF)` at its beginning.
  [[nodiscard]] static std::variant<Regex, SpellingFault> compile(std::string_view pattern);

  [[nodiscard]] const std::string& pattern() const { return pattern_; }
  /// Number of groups; the whole match is not counted.
  [[nodiscard]] std::size_t groups() const;
  /// The number of the group called `name`, if there is one.
  [[nodiscard]] std::optional<std::size_t> group_named(const std::string& name) const;

  /// The matches in `within`, from left to right, each from the end of the one before on.
  ///
  /// The pattern sees no byte outside `within`: `\A` and `\z` are its ends. The work is bounded: a
  /// number of steps that a pattern without nested repetitions never reaches. Faults:
  /// pattern_too_costly; empty_match for a match of no bytes (`x\K`).
  [[nodiscard]] FoundPlaces find_all(const SourceText& text, ByteRange within) const;
  /// The first match in `within`, if there is one. Fault: pattern_too_costly.
  [[nodiscard]] std::variant<std::optional<AnchorPlace>, SearchFault> find_first(
      const SourceText& text, ByteRange within) const;
  /// Says whether it matches anywhere in `bytes`. Fault: pattern_too_costly, at offset 0.
  [[nodiscard]] std::variant<bool, SearchFault> is_in(std::string_view bytes) const;

 private:
  Regex(std::string pattern, std::shared_ptr<pcre2_real_code_8> code)
      : pattern_(std::move(pattern)), code_(std::move(code)) {}

  std::string pattern_;
  std::shared_ptr<pcre2_real_code_8> code_;
};

}  // namespace patcher
