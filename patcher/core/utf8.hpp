// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace patcher {

/// One code point and the bytes that it takes.
struct CodePoint {
  char32_t value = 0;
  std::size_t size = 1;  ///< Bytes, 1 to 4.
};

/// The code point that starts at byte `offset` of `text`, or nothing when the bytes there are not
/// UTF-8: a stray continuation byte, an overlong form, a surrogate, or more than U+10FFFF.
///
/// `offset` must be less than the text's size.
/// Source: RFC 3629, "4. Syntax of UTF-8 Byte Sequences".
[[nodiscard]] std::optional<CodePoint> utf8_at(std::string_view text, std::size_t offset);

/// Says whether all of `text` is UTF-8.
[[nodiscard]] bool is_utf8(std::string_view text);

}  // namespace patcher
