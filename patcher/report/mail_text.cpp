// SPDX-License-Identifier: MIT
#include "patcher/report/mail_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "patcher/core/line_diff.hpp"
#include "patcher/core/utf8.hpp"
#include "patcher/core/wrapped.hpp"

namespace patcher {
namespace {

constexpr std::size_t kLine = 75;   // of a header and of quoted-printable, in bytes
constexpr std::size_t kProse = 72;  // of a commit message, in bytes

bool is_plain(char letter) { return letter >= 0x20 && letter < 0x7f; }

std::string escaped(std::string_view bytes) {
  std::string text;
  for (const char letter : bytes) {
    text += fmt::format("={:02X}", static_cast<unsigned char>(letter));
  }
  return text;
}

bool stands_in_encoded_word(char letter) {
  constexpr std::string_view kMarks = "!*+-/";
  return (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= 'a' && letter <= 'z') || kMarks.find(letter) != std::string_view::npos;
}

std::string in_encoded_words(std::string_view name, std::string_view text) {
  constexpr std::string_view kBegin = "=?UTF-8?q?";
  std::string result = fmt::format("{}: {}", name, kBegin);
  std::size_t column = result.size();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = utf8_at(text, at).value_or(CodePoint{0, 1}).size;
    const std::string_view letter = text.substr(at, size);
    const bool plain = size == 1 && stands_in_encoded_word(letter.front());
    const std::string piece = letter == " " ? "_" : (plain ? std::string(letter) : escaped(letter));
    if (column + piece.size() + 2 > kLine) {
      result += fmt::format("?=\n {}", kBegin);
      column = kBegin.size() + 1;
    }
    result += piece;
    column += piece.size();
    at += size;
  }
  return result + "?=\n";
}

/// Says whether git would take `line` of a message for something else.
bool misleads(std::string_view line) {
  constexpr auto kStarts = std::to_array<std::string_view>(
      {"diff -", "Index: ", "---", "From ", "From:", "Subject:", "Date:", ">From", "[PATCH"});
  return std::ranges::any_of(kStarts, [&](auto start) { return line.starts_with(start); });
}

}  // namespace

std::string header_line(std::string_view name, std::string_view text) {
  const bool plain = std::ranges::all_of(text, is_plain) && text.find("=?") == std::string::npos;
  if (!plain) return in_encoded_words(name, text);
  std::string folded = wrapped(fmt::format("{}: {}", name, text), kLine);
  for (std::size_t at = folded.find('\n'); at != std::string::npos;
       at = folded.find('\n', at + 2)) {
    folded.insert(at + 1, " ");
  }
  return folded + '\n';
}

std::string quoted_printable(std::string_view text) {
  std::string result;
  std::size_t column = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (letter == '\n') {
      result += '\n';
      column = 0;
      continue;
    }
    const bool ends_line = i + 1 == text.size() || text[i + 1] == '\n';
    const bool stays = letter != '=' && (letter == '\t' || is_plain(letter)) &&
                       !(ends_line && (letter == ' ' || letter == '\t'));
    const std::string piece = stays ? std::string(1, letter) : escaped(text.substr(i, 1));
    if (column + piece.size() > kLine) {
      result += "=\n";
      column = 0;
    }
    result += piece;
    column += piece.size();
  }
  return result;
}

std::string message_lines(std::string_view text) {
  std::string result;
  const std::string broken = wrapped(text, kProse);
  for (const std::string_view line : lines_of(broken)) {
    if (misleads(line)) result += ' ';
    result += line;
  }
  return result;
}

}  // namespace patcher
