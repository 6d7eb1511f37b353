// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace patcher {

/// The first character of some bytes, or their first byte where they do not start with UTF-8.
struct Character {
  std::size_t size = 1;                ///< In bytes, at least 1.
  std::optional<char32_t> point = {};  ///< Code point; nothing for a byte that is not UTF-8.
};

/// Reads the first character of `bytes`, which must not be empty.
///
/// Source: RFC 3629, section 4: overlong forms, surrogates and code points above U+10FFFF are not
/// UTF-8, and each of their bytes counts alone.
[[nodiscard]] Character first_character(std::string_view bytes);

/// Says whether `character` would steer a terminal instead of being shown: C0 controls but the
/// tab, DEL, C1 controls, and what embeds, overrides or isolates a text direction.
/// A byte that is not UTF-8 does not count.
[[nodiscard]] bool steers_terminal(const Character& character);

/// `bytes`, each written as `\xNN` with two lower-case hex digits.
[[nodiscard]] std::string hex_escaped(std::string_view bytes);

/// `bytes` with each byte that is not UTF-8 written as `\xNN`; all else stays, controls included.
[[nodiscard]] std::string valid_utf8(std::string_view bytes);

}  // namespace patcher
