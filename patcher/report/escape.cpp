// SPDX-License-Identifier: MIT
#include "patcher/report/escape.hpp"

#include <fmt/format.h>

#include <array>

#include "patcher/report/text_report.hpp"

namespace patcher {
namespace {

/// Bytes of the character that `lead` starts; 0 when no character starts so.
std::size_t size_by_lead(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 0;
}

bool is_scalar_value(char32_t point, std::size_t size) {
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = point >= 0xd800 && point <= 0xdfff;
  return point >= kLeast.at(size) && point <= 0x10ffff && !surrogate;
}

bool is_control(char32_t point) {
  return (point < 0x20 && point != U'\t') || (point >= 0x7f && point <= 0x9f);
}

bool turns_direction(char32_t point) {
  return (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
}

/// `bytes` with the characters escaped that `keeps` refuses.
template <class Keeps>
std::string escaped_unless(std::string_view bytes, Keeps keeps) {
  std::string text;
  text.reserve(bytes.size());
  while (!bytes.empty()) {
    const Character character = first_character(bytes);
    const std::string_view spelling = bytes.substr(0, character.size);
    if (keeps(character)) {
      text += spelling;
    } else {
      text += hex_escaped(spelling);
    }
    bytes.remove_prefix(character.size);
  }
  return text;
}

}  // namespace

Character first_character(std::string_view bytes) {
  const auto lead = static_cast<unsigned char>(bytes.front());
  const std::size_t size = size_by_lead(lead);
  if (size == 1) return {.size = 1, .point = lead};
  if (size == 0 || size > bytes.size()) return {};
  char32_t point = lead & (0x7fU >> size);
  for (const char next : bytes.substr(1, size - 1)) {
    const auto byte = static_cast<unsigned char>(next);
    if ((byte & 0xc0U) != 0x80U) return {};
    point = (point << 6U) | (byte & 0x3fU);
  }
  if (!is_scalar_value(point, size)) return {};
  return {.size = size, .point = point};
}

bool steers_terminal(const Character& character) {
  return character.point && (is_control(*character.point) || turns_direction(*character.point));
}

std::string hex_escaped(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) text += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
  return text;
}

std::string valid_utf8(std::string_view bytes) {
  return escaped_unless(bytes, [](const Character& c) { return c.point.has_value(); });
}

std::string printable(std::string_view bytes) {
  return escaped_unless(
      bytes, [](const Character& c) { return c.point.has_value() && !steers_terminal(c); });
}

}  // namespace patcher
