// SPDX-License-Identifier: MIT
#include "patcher/plan/table_value.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>

namespace patcher {
namespace {

// Source: pandas, "na_values" of read_csv.
constexpr auto kMissing = std::to_array<std::string_view>(
    {"", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN",
     "<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null"});
constexpr auto kTrue = std::to_array<std::string_view>({"True", "TRUE", "true"});
constexpr auto kFalse = std::to_array<std::string_view>({"False", "FALSE", "false"});

template <class Words>
bool is_one_of(const Words& words, std::string_view value) {
  return std::find(words.begin(), words.end(), value) != words.end();
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_missing(std::string_view value) {
  constexpr std::size_t kLongest = 8;
  constexpr std::string_view kFirst = "#-1<Nn";
  if (value.empty()) return true;
  if (value.size() > kLongest || kFirst.find(value.front()) == std::string_view::npos) return false;
  return is_one_of(kMissing, value);
}

/// `value` without the blanks around it, which numbers may have.
std::string_view trimmed(std::string_view value) {
  constexpr std::string_view kBlank = " \t\n\v\f\r";
  const std::size_t first = value.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return value.substr(first, value.find_last_not_of(kBlank) - first + 1);
}

/// A number without its sign.
struct Signed {
  std::string_view digits;
  bool negative = false;
};

Signed sign_of(std::string_view value) {
  std::string_view number = trimmed(value);
  const bool has_sign = number.starts_with('-') || number.starts_with('+');
  const bool negative = number.starts_with('-');
  if (has_sign) number.remove_prefix(1);
  return {number, negative};
}

/// Says whether all of `digits` is one number, which goes to `number`.
template <class Number>
bool reads_whole(std::string_view digits, Number& number) {
  const char* const begin = std::to_address(digits.begin());
  const char* const end = std::to_address(digits.end());
  const auto read = std::from_chars(begin, end, number);
  return !digits.empty() && read.ec == std::errc() && read.ptr == end;
}

std::optional<std::uint64_t> digits_of(std::string_view digits) {
  std::uint64_t number = 0;
  return reads_whole(digits, number) ? std::optional(number) : std::nullopt;
}

std::optional<double> infinity_of(std::string_view word) {
  constexpr std::string_view kWord = "infinity";
  const bool is_length = word.size() == 3 || word.size() == kWord.size();
  const bool is_word =
      is_length && std::equal(word.begin(), word.end(), kWord.begin(), [](char a, char b) {
        return (a | 0x20) == b;  // NOLINT(hicpp-signed-bitwise): lower case of a letter
      });
  return is_word ? std::optional(HUGE_VAL) : std::nullopt;
}

std::optional<double> real_of(std::string_view value) {
  const Signed number = sign_of(value);
  const std::string_view digits = number.digits;
  const bool begins =
      !digits.empty() && (is_digit(digits[0]) || (digits[0] == '.' && digits.size() > 1));
  std::optional<double> real = infinity_of(digits);
  double finite = 0;
  if (begins && reads_whole(digits, finite)) real = finite;
  if (!real) return std::nullopt;
  return number.negative ? -*real : *real;
}

constexpr std::uint64_t kMostWhole = std::uint64_t{1} << 63U;

CellKind number_kind(std::string_view value) {
  const Signed number = sign_of(value);
  if (const auto magnitude = digits_of(number.digits)) {
    if (*magnitude < kMostWhole || (number.negative && *magnitude == kMostWhole)) {
      return CellKind::whole;
    }
    return number.negative ? CellKind::text : CellKind::large;
  }
  const bool is_digits =
      !number.digits.empty() && std::all_of(number.digits.begin(), number.digits.end(), is_digit);
  // Whole numbers of more than 64 bits stay text.
  return !is_digits && real_of(value) ? CellKind::real : CellKind::text;
}

bool has(CellKinds kinds, CellKind kind) { return (kinds & static_cast<CellKinds>(kind)) != 0; }

CellValue whole(std::uint64_t magnitude, bool negative) {
  if (!negative && magnitude >= kMostWhole) return {CellValue::Tag::large, magnitude};
  return {CellValue::Tag::whole, negative ? ~magnitude + 1 : magnitude};
}

/// A real number; a whole one is the same as the whole number.
CellValue real(double number) {
  constexpr double kTooLarge = 18446744073709551616.0;  // 2 to the 64th.
  constexpr double kSmallest = -9223372036854775808.0;
  const bool is_whole = std::trunc(number) == number && number >= kSmallest && number < kTooLarge;
  if (!is_whole) return {CellValue::Tag::real, std::bit_cast<std::uint64_t>(number)};
  return whole(static_cast<std::uint64_t>(std::fabs(number)), number < 0);
}

CellValue number_of(std::string_view value, Comparison comparison) {
  const Signed number = sign_of(value);
  const auto magnitude = digits_of(number.digits);
  if (!magnitude) return real(real_of(value).value_or(0));
  if (comparison == Comparison::exact) return whole(*magnitude, number.negative);
  const auto as_double = static_cast<double>(*magnitude);
  return real(number.negative ? -as_double : as_double);
}

std::uint64_t mixed(std::uint64_t bits) {
  // The finalizer of SplitMix64.
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
  return bits ^ (bits >> 31U);
}

}  // namespace

CellKind kind_of(std::string_view value) {
  constexpr std::size_t kLongestWord = 8;
  if (!value.empty() && value.size() <= kLongestWord && is_digit(value.front()) &&
      std::all_of(value.begin(), value.end(), is_digit)) {
    return CellKind::whole;
  }
  if (is_missing(value)) return CellKind::missing;
  if (is_one_of(kTrue, value) || is_one_of(kFalse, value)) return CellKind::truth;
  return number_kind(value);
}

ColumnType type_of(CellKinds kinds) {
  const bool has_numbers =
      has(kinds, CellKind::whole) || has(kinds, CellKind::large) || has(kinds, CellKind::real);
  if (has(kinds, CellKind::text)) return ColumnType::text;
  if (has(kinds, CellKind::truth)) return has_numbers ? ColumnType::text : ColumnType::truth;
  const bool is_real = has(kinds, CellKind::real) || has(kinds, CellKind::missing);
  return is_real ? ColumnType::real_numbers : ColumnType::numbers;
}

CellValue value_of(std::string_view value, ColumnType type, Comparison comparison) {
  if (is_missing(value)) return {};
  switch (type) {
    case ColumnType::text:
      return {CellValue::Tag::text, 0, value};
    case ColumnType::truth:
      return {CellValue::Tag::whole, is_one_of(kTrue, value) ? 1U : 0U};
    case ColumnType::numbers:
      return number_of(value, comparison);
    case ColumnType::real_numbers:
      return number_of(value, Comparison::as_doubles);
  }
  return {};
}

std::uint64_t hash_of(const CellValue& value) {
  const std::uint64_t salt = static_cast<std::uint64_t>(value.tag) << 56U;
  if (value.tag == CellValue::Tag::text) {
    return mixed(std::hash<std::string_view>{}(value.text) ^ salt);
  }
  return mixed(value.bits + salt);
}

}  // namespace patcher
