// SPDX-License-Identifier: MIT
#include "patcher/import/mail.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>

#include "patcher/core/byte_range.hpp"
#include "patcher/core/line_diff.hpp"

namespace patcher {
namespace {

constexpr std::string_view kEncoding = "content-transfer-encoding:";

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char letter) {
    return static_cast<char>(std::tolower(letter));
  });
  return result;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// Whether `line` begins a mail of a mailbox: `From WHO ... HH:MM:SS YYYY`.
bool begins_mail(std::string_view line) {
  if (!line.starts_with("From ")) return false;
  line = trimmed(line);
  const std::size_t colon = line.rfind(':');
  if (colon == std::string_view::npos || colon < 6 || line[colon - 3] != ':') return false;
  const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
  return line.size() > colon + 7 && std::ranges::all_of(line.substr(line.size() - 4), is_digit);
}

std::optional<unsigned> hex_digit(char letter) {
  if (letter >= '0' && letter <= '9') return static_cast<unsigned>(letter - '0');
  if (letter >= 'A' && letter <= 'F') return static_cast<unsigned>(letter - 'A' + 10);
  if (letter >= 'a' && letter <= 'f') return static_cast<unsigned>(letter - 'a' + 10);
  return std::nullopt;
}

/// The byte that `=XX` at `at` of `text` stands for.
std::optional<char> escaped_byte(std::string_view text, std::size_t at) {
  if (at + 2 >= text.size()) return std::nullopt;
  const auto high = hex_digit(text[at + 1]);
  const auto low = hex_digit(text[at + 2]);
  if (!high || !low) return std::nullopt;
  return static_cast<char>(*high << 4U | *low);
}

std::string from_quoted_printable(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool escapes = text[at] == '=';
    const std::string_view next = text.substr(at + 1);
    const auto byte = escapes ? escaped_byte(text, at) : std::nullopt;
    if (escapes && next.starts_with('\n')) {
      ++at;
    } else if (escapes && next.starts_with("\r\n")) {
      at += 2;
    } else {
      result += byte.value_or(text[at]);
      at += byte ? 2 : 0;
    }
  }
  return result;
}

std::string from_base64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  unsigned bits = 0;
  unsigned value = 0;
  for (const char letter : text) {
    const std::size_t digit = kDigits.find(letter);
    if (digit == std::string_view::npos) continue;
    value = value << 6U | static_cast<unsigned>(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    result += static_cast<char>(value >> bits & 0xffU);
  }
  return result;
}

/// Latin-1 as UTF-8.
std::string from_latin1(std::string_view bytes) {
  std::string text;
  for (const char letter : bytes) {
    const auto value = static_cast<unsigned char>(letter);
    if (value >= 0x80) text += static_cast<char>(0xc0U | value >> 6U);
    text += value >= 0x80 ? static_cast<char>(0x80U | (value & 0x3fU)) : letter;
  }
  return text;
}

/// The text of an encoded word, `charset?q?text`; nothing for one that cannot be read.
std::optional<std::string> decoded_word(std::string_view word) {
  const std::size_t first = word.find('?');
  if (first == std::string_view::npos || word.substr(first).size() < 3 || word[first + 2] != '?') {
    return std::nullopt;
  }
  const std::string charset = lower(word.substr(0, first));
  const char form = lower(word.substr(first + 1, 1)).front();
  std::string text(word.substr(first + 3));
  if (form == 'q') {
    std::ranges::replace(text, '_', ' ');
    text = from_quoted_printable(text);
  } else if (form == 'b') {
    text = from_base64(text);
  }
  if (form != 'q' && form != 'b') return std::nullopt;
  if (charset == "utf-8" || charset == "us-ascii") return text;
  if (charset == "iso-8859-1") return from_latin1(text);
  return std::nullopt;
}

/// The place of the first encoded word of `text`: `=?charset?form?text?=`.
std::optional<ByteRange> next_word(std::string_view text) {
  const std::size_t begin = text.find("=?");
  if (begin == std::string_view::npos) return std::nullopt;
  const std::size_t form = text.find('?', begin + 2);
  if (form == std::string_view::npos) return std::nullopt;
  const std::size_t letters = text.find('?', form + 1);
  if (letters == std::string_view::npos) return std::nullopt;
  const std::size_t end = text.find("?=", letters + 1);
  if (end == std::string_view::npos) return std::nullopt;
  return ByteRange{begin, end + 2};
}

}  // namespace

std::vector<std::string> mails_in(std::string_view bytes) {
  std::vector<std::string> mails;
  for (const std::string_view line : lines_of(bytes)) {
    if (mails.empty() || (begins_mail(line) && !trimmed(mails.back()).empty()))
      mails.emplace_back();
    mails.back() += line;
  }
  return mails;
}

std::string decoded_mail(std::string_view mail) {
  std::string head;
  std::string encoding;
  std::size_t size = 0;
  for (const std::string_view line : lines_of(mail)) {
    size += line.size();
    if (trimmed(line).empty()) break;
    if (lower(line).starts_with(kEncoding)) {
      encoding = lower(trimmed(line.substr(kEncoding.size())));
    } else {
      head += line;
    }
  }
  const std::string_view body = mail.substr(size);
  if (encoding == "quoted-printable") return head + "\n" + from_quoted_printable(body);
  if (encoding == "base64") return head + "\n" + from_base64(body);
  return std::string(mail);
}

std::string decoded_header(std::string_view value) {
  std::string text;
  bool after_word = false;
  while (const auto found = next_word(value)) {
    const std::string_view spelled = value.substr(found->begin, found->end - found->begin);
    const auto word = decoded_word(spelled.substr(2, spelled.size() - 4));
    const std::string_view between = value.substr(0, found->begin);
    if (!after_word || !word || !trimmed(between).empty()) text += between;
    text += word ? *word : std::string(spelled);
    after_word = word.has_value();
    value.remove_prefix(found->end);
  }
  return text.append(value);
}

bool is_cover_letter(std::string_view mail) {
  for (const std::string_view line : lines_of(mail)) {
    if (trimmed(line).empty()) return false;
    if (!line.starts_with("Subject:")) continue;
    const std::string_view bracket = line.substr(0, line.find(']'));
    const std::size_t slash = bracket.rfind('/');
    if (slash == std::string_view::npos || bracket.find('[') > slash) return false;
    const std::size_t blank = bracket.find_last_not_of('0', slash - 1);
    return blank + 1 < slash && (bracket[blank] == ' ' || bracket[blank] == '[');
  }
  return false;
}

}  // namespace patcher
