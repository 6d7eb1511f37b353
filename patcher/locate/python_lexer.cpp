// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <string_view>

#include "patcher/locate/lexing.hpp"

namespace patcher {
namespace {

// Source: Python reference, 2.5 "Operators" and 2.6 "Delimiters".
constexpr auto kOperators = std::to_array<std::string_view>(
    {"**=", "//=", ">>=", "<<=", "...", "!=", "->", ":=", "==", ">=", "<=", "**",
     "//",  "<<",  ">>",  "+=",  "-=",  "*=", "/=", "%=", "@=", "&=", "|=", "^="});

std::size_t end_of_number(std::string_view text, std::size_t at) {
  const bool is_hex = text.substr(at).starts_with("0x") || text.substr(at).starts_with("0X");
  while (at < text.size()) {
    const bool is_exponent = !is_hex && (text[at] == 'e' || text[at] == 'E');
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (is_exponent && (next == '+' || next == '-')) {
      at += 2;
    } else if (is_word_byte(text[at]) || text[at] == '.') {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

class PythonLexer {
 public:
  explicit PythonLexer(std::string_view text) : text_(text) {}

  std::vector<SourceToken> run() && {
    while (skip_gap()) {
      const std::size_t begin = at_;
      at_ = end_of_token();
      writer_.add({begin, at_});
    }
    return std::move(writer_).take();
  }

 private:
  /// Goes on to the next token; false at the end.
  bool skip_gap() {
    while (at_ < text_.size()) {
      const char byte = text_[at_];
      if (const std::size_t size = line_end_at(text_, at_)) {
        at_ += size;
        writer_.saw_line();
      } else if (byte == ' ' || byte == '\t' || byte == '\f' || byte == '\r') {
        ++at_;
        writer_.saw_gap();
      } else if (byte == '\\' && line_end_at(text_, at_ + 1) > 0) {
        at_ += 1 + line_end_at(text_, at_ + 1);
        writer_.saw_gap();
      } else if (byte == '#') {
        at_ = end_of_line(text_, at_);
        writer_.saw_gap();
      } else {
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] std::size_t end_of_token() const {
    const char byte = text_[at_];
    if (byte == '"' || byte == '\'') return end_of_python_string(text_, at_, "");
    const bool after_dot = byte == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]);
    if (is_digit(byte) || after_dot) return end_of_number(text_, at_);
    if (!is_word_byte(byte)) return end_of_operator(text_, at_, kOperators);
    const std::size_t end = end_of_word(text_, at_);
    const std::string_view word = text_.substr(at_, end - at_);
    const bool is_string =
        end < text_.size() && (text_[end] == '"' || text_[end] == '\'') && is_python_prefix(word);
    return is_string ? end_of_python_string(text_, end, word) : end;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  TokenWriter writer_;
};

}  // namespace

std::vector<SourceToken> lex_python(std::string_view text) { return PythonLexer(text).run(); }

}  // namespace patcher
