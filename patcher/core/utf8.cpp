// SPDX-License-Identifier: MIT
#include "patcher/core/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace patcher {
namespace {

struct Lead {
  std::size_t size;
  char32_t bits;
  char32_t least;  ///< Smallest code point that needs this many bytes.
};

std::optional<Lead> lead_of(std::uint8_t byte) {
  if (byte < 0x80) return Lead{1, byte, 0};
  if (byte >= 0xc2 && byte < 0xe0) return Lead{2, byte & 0x1fU, 0x80};
  if (byte >= 0xe0 && byte < 0xf0) return Lead{3, byte & 0x0fU, 0x800};
  if (byte >= 0xf0 && byte < 0xf5) return Lead{4, byte & 0x07U, 0x10000};
  return std::nullopt;
}

bool is_scalar_value(char32_t value) {
  return value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
}

/// The first byte from `offset` on that is not ASCII. Large tables are ASCII nearly throughout.
std::size_t ascii_end(std::string_view text, std::size_t offset) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080U;
  std::uint64_t word = 0;
  while (text.size() - offset >= sizeof(word)) {
    std::memcpy(&word, text.data() + offset, sizeof(word));
    if ((word & kHighBits) != 0) break;
    offset += sizeof(word);
  }
  while (offset < text.size() && static_cast<std::uint8_t>(text[offset]) < 0x80) ++offset;
  return offset;
}

}  // namespace

std::optional<CodePoint> utf8_at(std::string_view text, std::size_t offset) {
  const std::optional<Lead> lead = lead_of(static_cast<std::uint8_t>(text[offset]));
  if (!lead || lead->size > text.size() - offset) return std::nullopt;
  char32_t value = lead->bits;
  for (std::size_t i = 1; i < lead->size; ++i) {
    const auto byte = static_cast<std::uint8_t>(text[offset + i]);
    if ((byte & 0xc0U) != 0x80U) return std::nullopt;
    value = (value << 6U) | (byte & 0x3fU);
  }
  if (value < lead->least || !is_scalar_value(value)) return std::nullopt;
  return CodePoint{value, lead->size};
}

bool is_utf8(std::string_view text) {
  std::size_t offset = 0;
  while (true) {
    offset = ascii_end(text, offset);
    if (offset == text.size()) return true;
    const std::optional<CodePoint> point = utf8_at(text, offset);
    if (!point) return false;
    offset += point->size;
  }
}

}  // namespace patcher
