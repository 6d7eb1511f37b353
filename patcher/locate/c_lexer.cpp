// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <string_view>

#include "patcher/locate/c_tokens.hpp"
#include "patcher/locate/lexing.hpp"

namespace patcher {
namespace {

// No sign that begins with `>`: `>>` closes two lists of template arguments as well as it shifts,
// and a formatter may put a blank into it. Nowhere do `> >` and `>>` both mean something else.
constexpr auto kOperators = std::to_array<std::string_view>(
    {"->*", "<<=", "<=>", "<<<", "...", "->", "++", "--", "<<", "<=", "==", "!=", "&&",
     "||",  "+=",  "-=",  "*=",  "/=",  "%=", "&=", "|=", "^=", "::", ".*", "##"});

constexpr auto kPrefixes =
    std::to_array<std::string_view>({"L", "u8", "u", "U", "R", "LR", "u8R", "uR", "UR"});

bool is_prefix(std::string_view word) {
  return std::find(kPrefixes.begin(), kPrefixes.end(), word) != kPrefixes.end();
}

bool is_blank_byte(char byte) {
  return byte == ' ' || byte == '\t' || byte == '\v' || byte == '\f' || byte == '\r';
}

/// The end of a number as the preprocessor reads it. Source: C++20, [lex.ppnumber].
std::size_t end_of_number(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const char byte = text[at];
    const bool is_exponent = byte == 'e' || byte == 'E' || byte == 'p' || byte == 'P';
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (is_exponent && (next == '+' || next == '-')) {
      at += 2;
    } else if (is_word_byte(byte) || byte == '.' || (byte == '\'' && is_word_byte(next))) {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

/// The end of the raw string whose quote stands at `at`: `"x(...)x"`.
std::size_t end_of_raw_string(std::string_view text, std::size_t at) {
  const std::size_t open = text.find('(', at);
  if (open == std::string_view::npos) return end_of_quoted(text, at);
  std::string close = ")";
  close += text.substr(at + 1, open - at - 1);
  close += '"';
  const std::size_t end = text.find(close, open);
  return end == std::string_view::npos ? text.size() : end + close.size();
}

class CLexer {
 public:
  CLexer(std::string_view text, HashLine hash_line) : text_(text), hash_line_(hash_line) {}

  std::vector<SourceToken> run() && {
    while (skip_gap()) read_token();
    return std::move(writer_).take();
  }

 private:
  /// What is awaited in a directive.
  enum class Awaited { nothing, name, header, macro };

  /// Goes on to the next token; false at the end.
  bool skip_gap() {
    while (at_ < text_.size()) {
      const std::size_t begin = at_;
      if (const std::size_t size = line_end_at(text_, at_)) {
        end_line(size);
      } else if (is_blank_byte(text_[at_])) {
        ++at_;
      } else if (text_[at_] == '\\' && line_end_at(text_, at_ + 1) > 0) {
        at_ += 1 + line_end_at(text_, at_ + 1);
      } else if (text_.substr(at_).starts_with("//")) {
        skip_line_comment();
      } else if (text_.substr(at_).starts_with("/*")) {
        const std::size_t close = text_.find("*/", at_ + 2);
        at_ = close == std::string_view::npos ? text_.size() : close + 2;
      }
      if (at_ == begin) return true;
      writer_.saw_gap();
    }
    return false;
  }

  void end_line(std::size_t size) {
    at_ += size;
    line_begins_ = true;
    if (in_directive_) writer_.saw_line();
    in_directive_ = false;
    awaited_ = Awaited::nothing;
  }

  void skip_line_comment() {
    at_ = end_of_line(text_, at_);
    while (at_ < text_.size() && text_[at_ - 1] == '\\') {
      at_ = end_of_line(text_, at_ + line_end_at(text_, at_));
    }
  }

  void read_token() {
    const std::size_t begin = at_;
    const char byte = text_[at_];
    const bool begins_line = std::exchange(line_begins_, false);
    if (byte == '#' && begins_line && hash_line_ == HashLine::directive) {
      in_directive_ = true;
      awaited_ = Awaited::name;
      writer_.saw_line();
      writer_.add({begin, ++at_});
      return;
    }
    if (byte == '<' && awaited_ == Awaited::header) {
      const std::size_t end = end_of_line(text_, at_);
      at_ = std::min(text_.substr(0, end).find('>', at_), end - 1) + 1;
    } else if (is_number()) {
      at_ = end_of_number(text_, at_);
    } else if (is_c_word_byte(byte)) {
      read_word();
    } else if (byte == '"' || byte == '\'') {
      at_ = end_of_word(text_, end_of_quoted(text_, at_));
    } else {
      at_ = end_of_operator(text_, at_, kOperators);
    }
    SourceToken& token = writer_.add({begin, at_});
    token.glued = std::exchange(glue_, false) && !token.after_gap;
    await_next(text_.substr(begin, at_ - begin));
  }

  [[nodiscard]] bool is_number() const {
    const bool after_dot = text_[at_] == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]);
    return is_digit(text_[at_]) || after_dot;
  }

  /// Behind the backslash and line end at `at_`, where a word goes on there; else `at_`. Such a
  /// word is no other one, neither its parts nor the same on one line.
  [[nodiscard]] std::size_t behind_splice() const {
    if (text_[at_] != '\\') return at_;
    const std::size_t size = line_end_at(text_, at_ + 1);
    const std::size_t behind = at_ + 1 + size;
    const bool goes_on = size > 0 && behind < text_.size() && is_c_word_byte(text_[behind]);
    return goes_on ? behind : at_;
  }

  void pass_word() {
    while (at_ < text_.size()) {
      const std::size_t next = is_c_word_byte(text_[at_]) ? at_ + 1 : behind_splice();
      if (next == at_) return;
      at_ = next;
    }
  }

  /// Reads a word, and the literal behind it whose prefix it is.
  void read_word() {
    const std::size_t begin = at_;
    pass_word();
    const std::string_view word = text_.substr(begin, at_ - begin);
    const bool is_literal =
        at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\'') && is_prefix(word);
    if (!is_literal) return;
    const bool is_raw = word.back() == 'R' && text_[at_] == '"';
    const std::size_t end = is_raw ? end_of_raw_string(text_, at_) : end_of_quoted(text_, at_);
    at_ = end_of_word(text_, end);
  }

  /// Follows a directive from its `#` on to what makes a difference in it.
  void await_next(std::string_view token) {
    const Awaited before = std::exchange(awaited_, Awaited::nothing);
    if (before == Awaited::name) {
      if (token == "include" || token == "include_next") awaited_ = Awaited::header;
      if (token == "define") awaited_ = Awaited::macro;
    }
    // `#define F(x)` has a parameter, `#define F (x)` has not.
    if (before == Awaited::macro) glue_ = at_ < text_.size() && text_[at_] == '(';
  }

  std::string_view text_;
  HashLine hash_line_;
  std::size_t at_ = 0;
  TokenWriter writer_;
  bool line_begins_ = true;
  bool in_directive_ = false;
  bool glue_ = false;
  Awaited awaited_ = Awaited::nothing;
};

}  // namespace

std::vector<SourceToken> lex_c(std::string_view text, HashLine hash_line) {
  return CLexer(text, hash_line).run();
}

}  // namespace patcher
