// SPDX-License-Identifier: MIT
#include "patcher/tree/pyvenv.hpp"

#include <algorithm>

namespace patcher {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\f\v";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

/// `3.11` out of `3.11.2` or `3.11.2.final.0`.
std::optional<std::string> version_in(std::string_view text) {
  const std::string_view version = text.substr(0, text.find('.', text.find('.') + 1));
  if (!is_python_version(version)) return std::nullopt;
  return std::string(version);
}

void take(std::string_view line, Pyvenv& said) {
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) return;
  const std::string key = in_lower_case(trimmed(line.substr(0, equals)));
  const std::string_view value = trimmed(line.substr(equals + 1));
  if (key == "home") said.home = value;
  if (key == "version" || key == "version_info") said.version = version_in(value);
  if (key == "include-system-site-packages") {
    said.sees = in_lower_case(value) == "true" ? Pyvenv::Sees::base_too : Pyvenv::Sees::own;
  }
}

}  // namespace

Pyvenv parse_pyvenv(std::string_view text) {
  Pyvenv said;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    take(text.substr(0, end), said);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return said;
}

bool is_python_version(std::string_view text) {
  if (text.ends_with('t')) text.remove_suffix(1);
  const std::size_t dot = text.find('.');
  return dot != std::string_view::npos && is_number(text.substr(0, dot)) &&
         is_number(text.substr(dot + 1));
}

}  // namespace patcher
