// SPDX-License-Identifier: MIT
#include "patcher/report/escape.hpp"

#include <fmt/format.h>

#include "patcher/core/utf8.hpp"
#include "patcher/report/text_report.hpp"

namespace patcher {
namespace {

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
  const auto point = utf8_at(bytes, 0);
  if (!point) return {};
  return {.size = point->size, .point = point->value};
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
