// SPDX-License-Identifier: MIT
#include "patcher/import/yaml_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "patcher/core/utf8.hpp"
#include "patcher/manifest/plain_scalar.hpp"

namespace patcher {
namespace {

constexpr std::size_t kStep = 2;  // columns by which a block stands in

/// What YAML calls printable, the byte order mark and other line ends left out.
/// Source: YAML 1.2.2, 5.1.
bool is_printable(char32_t letter) {
  if (letter < 0x20) return letter == '\t' || letter == '\n';
  if (letter >= 0x7f && letter < 0xa0) return false;
  return letter != 0x2028 && letter != 0x2029 && letter != 0xfeff && letter != 0xfffe &&
         letter != 0xffff;
}

template <class Judge>
bool all_letters(std::string_view text, Judge judge) {
  for (std::size_t at = 0; at < text.size();) {
    const auto letter = utf8_at(text, at);
    if (!letter || !judge(letter->value)) return false;
    at += letter->size;
  }
  return true;
}

bool is_plain(std::string_view text) {
  constexpr std::string_view kFirst =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_/";
  constexpr std::string_view kLater = " .-+()'";
  if (text.empty() || kFirst.find(text.front()) == std::string_view::npos) return false;
  if (text.back() == ' ' || yaml::trap_in(text)) return false;
  return std::ranges::all_of(text, [&](char letter) {
    return kFirst.find(letter) != std::string_view::npos ||
           kLater.find(letter) != std::string_view::npos;
  });
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint letter = utf8_at(text, at).value_or(CodePoint{0xfffd, 1});
    const std::string_view bytes = text.substr(at, letter.size);
    at += letter.size;
    if (letter.value == '"' || letter.value == '\\') {
      result += '\\';
      result += bytes;
    } else if (letter.value == '\n') {
      result += "\\n";
    } else if (letter.value == '\t') {
      result += "\\t";
    } else if (!is_printable(letter.value)) {
      result += fmt::format("\\U{:08x}", static_cast<std::uint32_t>(letter.value));
    } else {
      result += bytes;
    }
  }
  return result + '"';
}

/// Whether a literal block gives `text` back: all of it printable, and no line of blanks alone.
bool fits_a_block(std::string_view text) {
  if (text.find_first_not_of('\n') == std::string_view::npos) return false;
  if (!all_letters(text, is_printable)) return false;
  for (std::string_view rest = text;;) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (!line.empty() && line.find_first_not_of(" \t") == std::string_view::npos) return false;
    if (line.size() == rest.size()) return true;
    rest.remove_prefix(line.size() + 1);
  }
}

}  // namespace

std::string yaml_inline(std::string_view text) {
  return is_plain(text) ? std::string(text) : quoted(text);
}

std::string yaml_block(std::string_view text, std::size_t indent) {
  if (!fits_a_block(text)) return fmt::format(" {}\n", quoted(text));
  const std::string_view filled = text.substr(text.find_first_not_of('\n'));
  const bool needs_width = filled.front() == ' ' || filled.front() == '\t';
  std::string result = fmt::format(" |{}{}\n", needs_width ? std::to_string(kStep) : "",
                                   text.ends_with('\n') ? "+" : "");
  for (std::string_view rest = text;;) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (!line.empty()) result += std::string(indent + kStep, ' ');
    result += line;
    result += '\n';
    if (line.size() == rest.size()) return result;
    rest.remove_prefix(line.size() + 1);
  }
}

}  // namespace patcher
