// SPDX-License-Identifier: MIT
#include "patcher/locate/c_tokens.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "patcher/locate/lexing.hpp"

namespace patcher {
namespace {

/// Whether `word`, right before a quote, makes that quote begin a raw string.
bool is_raw_prefix(std::string_view word) {
  constexpr std::array<std::string_view, 5> kPrefixes{"R", "u8R", "uR", "UR", "LR"};
  return std::find(kPrefixes.begin(), kPrefixes.end(), word) != kPrefixes.end();
}

bool is_prefix(std::string_view word) {
  constexpr std::array<std::string_view, 4> kPrefixes{"u8", "u", "U", "L"};
  return std::find(kPrefixes.begin(), kPrefixes.end(), word) != kPrefixes.end();
}

/// Walks over a text, token by token.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Tokens tokens() && {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    while (skip_blanks()) take_token();
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] char byte(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }
  [[nodiscard]] bool stands(std::string_view word) const {
    return text_.substr(at_, word.size()) == word;
  }

  /// Goes to the next token; false at the end of the text.
  bool skip_blanks() {
    while (at_ < text_.size()) {
      if (text_[at_] == '\n') {
        line_is_blank_ = true;
        ++at_;
      } else if (const std::size_t next = past_blank(at_); next != at_) {
        at_ = next;
      } else {
        return true;
      }
    }
    return false;
  }

  /// The offset behind the blank, continuation or comment at `at`, or `at`.
  [[nodiscard]] std::size_t past_blank(std::size_t at) const {
    constexpr std::string_view kBlanks = " \t\r\f\v";
    if (kBlanks.find(text_[at]) != std::string_view::npos) return at + 1;
    if (text_[at] == '\\') return continuation_end(text_, at);
    if (text_[at] != '/') return at;
    if (byte(at + 1) == '/') return line_end(at + 2);
    if (byte(at + 1) != '*') return at;
    const std::size_t close = text_.find("*/", at + 2);
    return close == std::string_view::npos ? text_.size() : close + 2;
  }

  /// The offset of the `\n` that ends the logical line at `at`, or the end of the text.
  [[nodiscard]] std::size_t line_end(std::size_t at) const {
    while (true) {
      const std::size_t newline = text_.find('\n', at);
      if (newline == std::string_view::npos) return text_.size();
      const std::size_t last = text_.find_last_not_of(" \t\r", newline - 1);
      const bool goes_on = newline > at && last != std::string_view::npos && last >= at &&
                           text_[last] == '\\' && continuation_end(text_, last) == newline + 1;
      if (!goes_on) return newline;
      at = newline + 1;
    }
  }

  void take_token() {
    const std::size_t begin = at_;
    const bool begins_line = line_is_blank_;
    line_is_blank_ = false;
    const TokenKind kind = begins_line && text_[at_] == '#' ? take_directive() : take_plain();
    tokens_.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_), kind});
  }

  /// Takes one token that is no directive, from `at_` on.
  TokenKind take_plain() {
    const char c = text_[at_];
    if (is_digit(c) || (c == '.' && is_digit(byte(at_ + 1)))) return take_number();
    if (is_c_word_byte(c)) return take_word();
    if (c == '"' || c == '\'') return take_quoted();
    ++at_;
    return TokenKind::mark;
  }

  TokenKind take_number() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const bool is_exponent = std::string_view("eEpP").find(c) != std::string_view::npos;
      const bool is_sign = byte(at_ + 1) == '+' || byte(at_ + 1) == '-';
      const bool is_separator = c == '\'' && is_c_word_byte(byte(at_ + 1));
      if ((is_exponent && is_sign) || is_separator) {
        at_ += 2;
      } else if (is_c_word_byte(c) || c == '.') {
        ++at_;
      } else {
        break;
      }
    }
    return TokenKind::number;
  }

  TokenKind take_word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_c_word_byte(text_[at_])) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (byte(at_) == '"' && is_raw_prefix(word)) return take_raw_string();
    const bool quoted = byte(at_) == '"' || byte(at_) == '\'';
    return quoted && is_prefix(word) ? take_quoted() : TokenKind::word;
  }

  TokenKind take_quoted() {
    const char quote = text_[at_++];
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (text_[at_] == '\\') {
        const std::size_t next = continuation_end(text_, at_);
        at_ = next == at_ ? std::min(at_ + 2, text_.size()) : next;
      } else if (text_[at_++] == quote) {
        break;
      }
    }
    return TokenKind::literal;
  }

  /// A quote with a prefix that has an R; without a proper delimiter an ordinary string.
  TokenKind take_raw_string() {
    constexpr std::size_t kLongestDelimiter = 16;
    const std::size_t open = text_.find_first_of("( )\\\t\v\f\n\"", at_ + 1);
    const bool is_raw =
        open != std::string_view::npos && text_[open] == '(' && open - at_ - 1 <= kLongestDelimiter;
    if (!is_raw) return take_quoted();
    std::string close = ")";
    close += text_.substr(at_ + 1, open - at_ - 1);
    close += '"';
    const std::size_t end = text_.find(close, open);
    at_ = end == std::string_view::npos ? text_.size() : end + close.size();
    return TokenKind::literal;
  }

  /// A directive goes on behind continuations and within comments.
  TokenKind take_directive() {
    while (at_ < text_.size() && text_[at_] != '\n') {
      const std::size_t next = past_blank(at_);
      if (next != at_) {
        at_ = next;
      } else {
        take_plain();
      }
    }
    // The blanks before the line's ending are no part of it, nor is the `\r` of the ending.
    at_ = text_.find_last_not_of(" \t\r\f\v", at_ - 1) + 1;
    return TokenKind::directive;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool line_is_blank_ = true;  // Nothing but blanks and comments so far.
  Tokens tokens_;
};

}  // namespace

bool is_c_word_byte(char c) { return is_word_byte(c) || c == '$'; }

std::size_t continuation_end(std::string_view text, std::size_t at) {
  const std::size_t newline = text.find_first_not_of(" \t\r", at + 1);
  const bool ends_line = newline != std::string_view::npos && text[newline] == '\n';
  return ends_line ? newline + 1 : at;
}

Tokens tokens_of(std::string_view text) { return Lexer(text).tokens(); }

}  // namespace patcher
