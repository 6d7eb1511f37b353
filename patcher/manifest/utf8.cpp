// SPDX-License-Identifier: MIT
#include "patcher/manifest/utf8.hpp"

#include <array>

namespace patcher::yaml {
namespace {

/// Bytes that a sequence with this first byte takes; 0 when none starts so.
std::size_t size_from(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  if (first >= 0xf0 && first < 0xf5) return 4;
  return 0;
}

bool is_overlong_or_forbidden(char32_t value, std::size_t size) {
  constexpr std::array<char32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  return value < kSmallest[size] || (value >= 0xd800 && value < 0xe000) || value > 0x10ffff;
}

}  // namespace

std::optional<CodePoint> utf8_at(std::string_view text, std::size_t offset) {
  const auto first = static_cast<unsigned char>(text[offset]);
  const std::size_t size = size_from(first);
  if (size == 0 || offset + size > text.size()) return std::nullopt;
  if (size == 1) return CodePoint{first, 1};

  auto value = static_cast<char32_t>(first & (0xffU >> (size + 1)));
  for (const char byte : text.substr(offset + 1, size - 1)) {
    const auto next = static_cast<unsigned char>(byte);
    if ((next & 0xc0U) != 0x80U) return std::nullopt;
    value = (value << 6U) | (next & 0x3fU);
  }
  if (is_overlong_or_forbidden(value, size)) return std::nullopt;
  return CodePoint{value, size};
}

}  // namespace patcher::yaml
