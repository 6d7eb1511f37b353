// SPDX-License-Identifier: MIT
#include "patcher/manifest/plain_scalar.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace patcher::yaml {
namespace {

constexpr std::string_view kDigits = "0123456789";

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, text) != words.end();
}

bool only(std::string_view text, std::string_view allowed) {
  return text.find_first_not_of(allowed) == std::string_view::npos;
}

/// Takes a run of characters of `allowed` off the front of `text`.
std::string_view take(std::string_view& text, std::string_view allowed) {
  const std::string_view run = text.substr(0, text.find_first_not_of(allowed));
  text.remove_prefix(run.size());
  return run;
}

std::string_view without_sign(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return text;
}

bool is_based_integer(std::string_view digits) {
  if (digits.size() < 3 || digits[0] != '0') return false;
  const std::string_view rest = digits.substr(2);
  switch (digits[1]) {
    case 'x':
      return only(rest, "0123456789abcdef_");
    case 'o':
      return only(rest, "01234567_");
    case 'b':
      return only(rest, "01_");
    default:
      return false;
  }
}

/// Digits with `_`, a point and an exponent in any spelling; at least one digit before the
/// exponent.
bool is_decimal(std::string_view text) {
  std::string_view digits = take(text, "0123456789_");
  if (digits.starts_with('_')) return false;
  bool any = !digits.empty();
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    const std::string_view fraction = take(text, "0123456789_");
    any = any || fraction.find_first_of(kDigits) != std::string_view::npos;
  }
  if (!any) return false;
  if (text.empty()) return true;
  if (text[0] != 'e') return false;
  const std::string_view exponent = without_sign(text.substr(1));
  return !exponent.empty() && only(exponent, kDigits);
}

/// `12:30`, `190:20:30.15`: base 60 in YAML 1.1.
bool is_sexagesimal(std::string_view text) {
  if (take(text, "0123456789_").empty() || !text.starts_with(':')) return false;
  while (text.starts_with(':')) {
    text.remove_prefix(1);
    const std::size_t size = take(text, kDigits).size();
    if (size == 0 || size > 2) return false;
  }
  return text.empty() || (text[0] == '.' && only(text.substr(1), "0123456789_"));
}

/// `2026-08-22`, alone or with a time behind it.
bool is_date(std::string_view text) {
  if (take(text, kDigits).size() != 4) return false;
  for (int part = 0; part < 2; ++part) {
    if (!text.starts_with('-')) return false;
    text.remove_prefix(1);
    const std::size_t size = take(text, kDigits).size();
    if (size == 0 || size > 2) return false;
  }
  if (text.empty()) return true;
  const bool separated = text[0] == 't' || text[0] == ' ' || text[0] == '\t';
  return separated && text.size() > 1 && only(text.substr(1), "0123456789:.+-z \t");
}

/// Canonical: what a reader that takes it for a number prints for it again.
bool is_canonical_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::string_view all = text;
  const std::string_view whole = take(text, kDigits);
  if (whole.empty() || (whole.size() > 1 && whole[0] == '0')) return false;
  if (text.empty()) return true;
  if (text[0] != '.') return false;
  const std::string_view fraction = text.substr(1);
  if (fraction.empty() || !only(fraction, kDigits)) return false;
  // A double keeps 15 significant digits; below 0.0001 it is printed with an exponent.
  if (all.size() > 16 || all.starts_with("0.0000")) return false;
  return fraction == "0" || !fraction.ends_with('0');
}

}  // namespace

std::optional<std::string_view> trap_in(std::string_view text) {
  const std::string folded = lower(text);
  if (folded.empty() || is_one_of(folded, {"~", "null"})) return "null";
  if (is_one_of(folded, {"yes", "no", "on", "off", "true", "false"})) return "a truth value";
  if (folded == "=" || folded == "<<") return "a special value";

  const std::string_view unsigned_text = without_sign(folded);
  if (is_one_of(unsigned_text, {".inf", ".nan"})) return "a number";
  if (is_decimal(unsigned_text) || is_based_integer(unsigned_text)) {
    if (is_canonical_number(folded) && folded != "-0") return std::nullopt;
    return "a number";
  }
  if (is_sexagesimal(unsigned_text)) return "a number of base 60";
  if (is_date(folded)) return "a date";
  return std::nullopt;
}

std::optional<long> canonical_integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  const std::string_view digits = negative ? text.substr(1) : text;
  if (digits.empty() || digits.size() > 9 || !only(digits, kDigits)) return std::nullopt;
  if (digits[0] == '0' && (digits.size() > 1 || negative)) return std::nullopt;
  const long value = std::stol(std::string(digits));
  return negative ? -value : value;
}

}  // namespace patcher::yaml
