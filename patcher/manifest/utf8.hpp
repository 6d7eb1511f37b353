// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace patcher::yaml {

/// One code point and the bytes that it takes.
struct CodePoint {
  char32_t value = 0;
  std::size_t size = 1;  ///< Bytes, 1 to 4.
};

/// The code point that starts at byte `offset` of `text`, or nothing when the bytes there are not
/// UTF-8: a stray continuation byte, an overlong form, a surrogate, or more than U+10FFFF.
///
/// Source: RFC 3629, "4. Syntax of UTF-8 Byte Sequences".
[[nodiscard]] std::optional<CodePoint> utf8_at(std::string_view text, std::size_t offset);

}  // namespace patcher::yaml
