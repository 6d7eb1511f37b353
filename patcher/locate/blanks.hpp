// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace patcher {

/// What may indent a line: spaces and tabs.
inline constexpr std::string_view kBlanks = " \t";

/// Says whether `text` holds nothing but blanks; the empty text does.
[[nodiscard]] inline bool is_blank(std::string_view text) {
  return text.find_first_not_of(kBlanks) == std::string_view::npos;
}

/// The blanks that `text` begins with.
[[nodiscard]] inline std::string_view leading_blanks(std::string_view text) {
  const std::size_t content = text.find_first_not_of(kBlanks);
  return content == std::string_view::npos ? text : text.substr(0, content);
}

/// `text` without the blanks that it ends with.
[[nodiscard]] inline std::string_view without_trailing_blanks(std::string_view text) {
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

/// `text` without any of its blanks.
[[nodiscard]] inline std::string without_blanks(std::string_view text) {
  std::string result(text);
  std::erase_if(result, [](char c) { return kBlanks.find(c) != std::string_view::npos; });
  return result;
}

}  // namespace patcher
