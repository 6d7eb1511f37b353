// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "patcher/locate/lexing.hpp"

namespace patcher {
namespace {

constexpr auto kPrefixes =
    std::to_array<std::string_view>({"r", "b", "u", "f", "t", "rb", "br", "rf", "fr", "rt", "tr"});

std::string lower(std::string_view word) {
  std::string result(word);
  for (char& byte : result) byte = byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + 32) : byte;
  return result;
}

/// A string as it opens: one quote or three of a kind.
struct Opening {
  std::string_view quotes;
  [[nodiscard]] bool is_long() const { return quotes.size() == 3; }
};

Opening opening_at(std::string_view text, std::size_t at) {
  const bool is_long = at + 2 < text.size() && text[at + 1] == text[at] && text[at + 2] == text[at];
  return {text.substr(at, is_long ? 3 : 1)};
}

/// The end of a string without braces that count.
std::size_t end_of_plain(std::string_view text, std::size_t at) {
  const Opening opening = opening_at(text, at);
  if (!opening.is_long()) return end_of_quoted(text, at);
  for (at += 3; at < text.size(); ++at) {
    if (text.substr(at).starts_with(opening.quotes)) return at + 3;
    if (text[at] == '\\') ++at;
  }
  return text.size();
}

/// Reads f-strings, one in another's braces as it may come. Nothing where a string does not end.
class FormatReader {
 public:
  explicit FormatReader(std::string_view text) : text_(text) {}

  /// `depth` is how many strings and fields this one stands in.
  [[nodiscard]] std::optional<std::size_t> end_of_string(std::size_t begin,
                                                         std::size_t depth) const {
    const Opening opening = opening_at(text_, begin);
    std::optional<std::size_t> at = begin + opening.quotes.size();
    while (at && *at < text_.size()) {
      const std::string_view rest = text_.substr(*at);
      if (rest.starts_with(opening.quotes)) return *at + opening.quotes.size();
      if (!opening.is_long() && line_end_at(text_, *at) > 0) return std::nullopt;
      if (rest.starts_with("{{") || rest.starts_with('\\')) {
        *at += 2;
      } else if (rest.starts_with('{')) {
        at = end_of_field(*at + 1, depth + 1);
      } else {
        ++*at;
      }
    }
    return std::nullopt;
  }

 private:
  /// The end of the field whose expression begins at `at`, behind its closing brace.
  [[nodiscard]] std::optional<std::size_t> end_of_field(std::size_t at, std::size_t depth) const {
    constexpr std::size_t kDeepest = 50;  // No program nests as deep.
    if (depth > kDeepest) return std::nullopt;
    std::size_t brackets = 0;
    std::optional<std::size_t> next = at;
    while (next && *next < text_.size()) {
      const char byte = text_[*next];
      if (is_quote(byte)) {
        next = end_of_string_inside(*next, depth + 1);
        continue;
      }
      if (brackets == 0 && byte == '}') return *next + 1;
      if (brackets == 0 && byte == ':') return end_of_specification(*next + 1, depth);
      brackets = brackets_after(byte, brackets);
      ++*next;
    }
    return std::nullopt;
  }

  static bool is_quote(char byte) { return byte == '"' || byte == '\''; }

  /// How many brackets are open behind `byte`, of `open` before it.
  static std::size_t brackets_after(char byte, std::size_t open) {
    constexpr std::string_view kOpening = "([{";
    constexpr std::string_view kClosing = ")]}";
    if (kOpening.find(byte) != std::string_view::npos) return open + 1;
    return open > 0 && kClosing.find(byte) != std::string_view::npos ? open - 1 : open;
  }

  /// A string in an expression, with the prefix before its quote.
  [[nodiscard]] std::optional<std::size_t> end_of_string_inside(std::size_t at,
                                                                std::size_t depth) const {
    std::size_t begin = at;
    while (begin > 0 && is_word_byte(text_[begin - 1])) --begin;
    const std::string prefix = lower(text_.substr(begin, at - begin));
    const bool has_fields = prefix.find_first_of("ft") != std::string::npos;
    if (has_fields && is_python_prefix(prefix)) return end_of_string(at, depth);
    return end_of_plain(text_, at);
  }

  /// The end of a field behind its colon: quotes there are signs like others.
  [[nodiscard]] std::optional<std::size_t> end_of_specification(std::size_t begin,
                                                                std::size_t depth) const {
    std::optional<std::size_t> at = begin;
    while (at && *at < text_.size()) {
      if (text_[*at] == '}') return *at + 1;
      at = text_[*at] == '{' ? end_of_field(*at + 1, depth + 1) : *at + 1;
    }
    return std::nullopt;
  }

  std::string_view text_;
};

}  // namespace

bool is_python_prefix(std::string_view word) {
  return word.size() <= 2 &&
         std::find(kPrefixes.begin(), kPrefixes.end(), lower(word)) != kPrefixes.end();
}

std::size_t end_of_python_string(std::string_view text, std::size_t at, std::string_view prefix) {
  const bool has_fields = prefix.find_first_of("fFtT") != std::string_view::npos;
  // One that does not end as an f-string is broken; as any string it spoils less.
  const auto end = has_fields ? FormatReader(text).end_of_string(at, 0) : std::nullopt;
  return end ? *end : end_of_plain(text, at);
}

}  // namespace patcher
