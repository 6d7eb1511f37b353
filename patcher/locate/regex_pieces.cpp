// SPDX-License-Identifier: MIT
#include "patcher/locate/regex_pieces.hpp"

#include <algorithm>

#include "patcher/locate/line_likeness.hpp"

namespace patcher {
namespace {

using Kind = RegexPiece::Kind;

constexpr std::string_view kBlankBytes = " \t";
constexpr std::string_view kDigits = "0123456789";

/// Reads one piece after the other.
class PieceReader {
 public:
  explicit PieceReader(std::string_view pattern) : pattern_(pattern) {}

  std::vector<RegexPiece> run() {
    std::vector<RegexPiece> pieces;
    while (at_ < pattern_.size()) {
      const std::size_t begin = at_;
      const Kind kind = read();
      at_ = std::clamp(at_, begin + 1, pattern_.size());
      pieces.push_back({kind, {begin, at_}});
    }
    return pieces;
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead) const {
    return at_ + ahead < pattern_.size() ? pattern_[at_ + ahead] : '\0';
  }

  void go_behind(std::string_view end, std::size_t from) {
    const std::size_t found = pattern_.find(end, std::min(from, pattern_.size()));
    at_ = found == std::string_view::npos ? pattern_.size() : found + end.size();
  }

  Kind read() {
    const char c = pattern_[at_];
    if (c == '\\') return read_escape();
    if (c == '[') return read_class();
    if (c == '(') return read_group();
    if (kBlankBytes.find(c) != std::string_view::npos) {
      at_ = std::min(pattern_.find_first_not_of(kBlankBytes, at_), pattern_.size());
      return Kind::blanks;
    }
    if (is_word({&c, 1})) {
      while (at_ < pattern_.size() && is_word(pattern_.substr(at_, 1))) ++at_;
      return Kind::word;
    }
    if (c == '{' && kDigits.find(peek(1)) != std::string_view::npos) {
      go_behind("}", at_);
      return Kind::other;
    }
    ++at_;
    return std::string_view(".^$|)*+?").find(c) == std::string_view::npos ? Kind::sign
                                                                          : Kind::other;
  }

  Kind read_escape() {
    const char next = peek(1);
    if (next == 'Q') {
      go_behind("\\E", at_);
      return Kind::other;
    }
    const bool takes_name = std::string_view("pPxgkNo").find(next) != std::string_view::npos;
    if (takes_name && peek(2) == '{') {
      go_behind("}", at_);
      return Kind::other;
    }
    if (takes_name && peek(2) == '<') {
      go_behind(">", at_);
      return Kind::other;
    }
    at_ += next == 'x' ? 4 : next == 'c' ? 3 : 2;
    if (std::string_view("([{").find(next) != std::string_view::npos) return Kind::opening;
    if (std::string_view(")]}").find(next) != std::string_view::npos) return Kind::closing;
    return is_word({&next, 1}) ? Kind::other : Kind::sign;
  }

  /// A class such as `[^]a\]]`: a bracket right at its beginning does not end it.
  Kind read_class() {
    at_ += peek(1) == '^' ? 2 : 1;
    if (peek(0) == ']') ++at_;
    while (at_ < pattern_.size() && pattern_[at_] != ']') at_ += pattern_[at_] == '\\' ? 2 : 1;
    ++at_;
    return Kind::other;
  }

  Kind read_group() {
    if (peek(1) != '?' && peek(1) != '*') {
      ++at_;
      return Kind::other;
    }
    const bool looks_back = peek(2) == '<' && (peek(3) == '=' || peek(3) == '!');
    const bool is_named = !looks_back && (peek(2) == '<' || peek(2) == 'P' || peek(2) == '\'');
    if (peek(2) == '#') {
      go_behind(")", at_);
    } else if (is_named) {
      go_behind(peek(2) == '\'' ? "'" : ">", at_ + 3);
    } else {
      at_ = std::min(pattern_.find_first_of(":=!>)", at_), pattern_.size()) + 1;
    }
    return Kind::other;
  }

  std::string_view pattern_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<RegexPiece> regex_pieces(std::string_view pattern) {
  return PieceReader(pattern).run();
}

}  // namespace patcher
