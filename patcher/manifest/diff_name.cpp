// SPDX-License-Identifier: MIT
#include "patcher/manifest/diff_name.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace patcher::language {
namespace {

/// The byte that `letter` stands for behind a backslash.
std::optional<char> escaped(char letter) {
  constexpr std::string_view kLetters = "abtnvfr\"\\";
  constexpr std::string_view kBytes = "\a\b\t\n\v\f\r\"\\";
  const std::size_t at = kLetters.find(letter);
  if (at == std::string_view::npos) return std::nullopt;
  return kBytes[at];
}

/// The byte of three octal digits.
std::optional<char> octal(std::string_view digits) {
  constexpr std::size_t kDigits = 3;
  constexpr int kBase = 8;
  std::uint8_t byte = 0;
  if (digits.size() < kDigits) return std::nullopt;
  const char* const begin = digits.data();
  const auto [read, error] = std::from_chars(begin, begin + kDigits, byte, kBase);
  if (error != std::errc() || read != begin + kDigits) return std::nullopt;
  return static_cast<char>(byte);
}

/// Takes a text in quotes off the front of `text`.
std::optional<std::string> take_quoted(std::string_view& text) {
  if (!text.starts_with('"')) return std::nullopt;
  std::string result;
  std::size_t at = 1;
  while (at < text.size() && text[at] != '"') {
    if (text[at] != '\\') {
      result += text[at++];
      continue;
    }
    constexpr std::size_t kOctalSize = 4;
    if (at + 1 == text.size()) return std::nullopt;
    const auto letter = escaped(text[at + 1]);
    const auto byte = letter ? letter : octal(text.substr(at + 1));
    if (!byte) return std::nullopt;
    result += *byte;
    at += letter ? 2 : kOctalSize;
  }
  if (at >= text.size()) return std::nullopt;
  text.remove_prefix(at + 1);
  return result;
}

std::string_view behind_first_component(std::string_view path) {
  return path.substr(std::min(path.find('/') + 1, path.size()));
}

/// Takes a path, in quotes or up to the next blank, off the front of `text`.
std::optional<std::string> take_one(std::string_view& text) {
  if (text.starts_with('"')) return take_quoted(text);
  std::string path(text.substr(0, text.find(' ')));
  text.remove_prefix(path.size());
  return path;
}

/// Both paths where neither is quoted.
std::optional<std::pair<std::string, std::string>> halves_of(std::string_view text) {
  for (std::size_t blank = text.find(' '); blank != std::string_view::npos;
       blank = text.find(' ', blank + 1)) {
    const std::string_view one = text.substr(0, blank);
    const std::string_view other = text.substr(blank + 1);
    const bool are_twins =
        one == other || (behind_first_component(one) == behind_first_component(other) &&
                         one.find('/') != std::string_view::npos);
    if (are_twins) return std::pair(std::string(one), std::string(other));
  }
  return std::nullopt;
}

/// Minutes that `digits` of two numbers, `hhmm`, stand for; nothing if they are none.
std::optional<int> minutes_of(std::string_view digits) {
  constexpr int kHundred = 100;
  constexpr int kMinutes = 60;
  constexpr std::size_t kDigits = 4;
  int number = 0;
  if (digits.size() != kDigits) return std::nullopt;
  const char* const begin = digits.data();
  const auto [read, error] = std::from_chars(begin, begin + kDigits, number);
  if (error != std::errc() || read != begin + kDigits) return std::nullopt;
  return number / kHundred * kMinutes + number % kHundred;
}

}  // namespace

std::optional<DiffName> diff_name_of(std::string_view text) {
  DiffName name;
  if (text.starts_with('"')) {
    auto path = take_quoted(text);
    if (!path || !(text.empty() || text.front() == '\t')) return std::nullopt;
    name.path = *std::move(path);
  } else {
    name.path = text.substr(0, text.find('\t'));
    text.remove_prefix(name.path.size());
  }
  if (!text.empty()) name.stamp = text.substr(1);
  if (name.path == "/dev/null") name.path.clear();
  return name;
}

std::optional<std::pair<std::string, std::string>> git_names_of(std::string_view text) {
  if (text.find('"') == std::string_view::npos) return halves_of(text);
  auto one = take_one(text);
  if (!one || !text.starts_with(' ')) return std::nullopt;
  text.remove_prefix(1);
  if (!text.starts_with('"')) return std::pair(*std::move(one), std::string(text));
  auto other = take_quoted(text);
  if (!other || !text.empty()) return std::nullopt;
  return std::pair(*std::move(one), *std::move(other));
}

bool is_epoch(std::string_view stamp) {
  // `1970-01-01 00:00:00.000000000 +0000`, or the same moment in another zone.
  constexpr int kDay = 24 * 60;
  const bool is_day_before = stamp.starts_with("1969-12-31 ");
  if (!is_day_before && !stamp.starts_with("1970-01-01 ")) return false;
  stamp.remove_prefix(std::string_view("1970-01-01 ").size());
  const std::size_t blank = stamp.rfind(' ');
  constexpr std::size_t kClock = 8;  // hh:mm:ss
  if (blank == std::string_view::npos || stamp.size() < kClock) return false;
  const std::string_view zone = stamp.substr(blank + 1);
  const std::string_view rest = stamp.substr(5, blank - 5);
  if (zone.empty() || rest.find_first_not_of(":.0") != std::string_view::npos) return false;
  const auto clock = minutes_of(std::string(stamp.substr(0, 2)) + std::string(stamp.substr(3, 2)));
  const auto off = minutes_of(zone.substr(1));
  if (!clock || !off) return false;
  const int local = *clock - (is_day_before ? kDay : 0);
  return local == (zone.front() == '-' ? -*off : *off);
}

}  // namespace patcher::language
