// SPDX-License-Identifier: MIT
#include "patcher/locate/c_path.hpp"

#include <cstddef>
#include <utility>

#include "patcher/locate/c_tokens.hpp"

namespace patcher {
namespace {

/// Puts `word` behind `text`, with a space where the two would run together.
void add_folded(std::string& text, std::string_view word) {
  const bool runs_together =
      !text.empty() && is_c_word_byte(text.back()) && is_c_word_byte(word.front());
  if (runs_together) text += ' ';
  text += word;
}

/// Reads the spelling of a path from left to right.
class PathReader {
 public:
  explicit PathReader(std::string_view text) : text_(text), tokens_(tokens_of(text)) {}

  CPath path() && {
    if (is_separator()) {
      path_.is_global = true;
      at_ += 2;
    }
    while (at_ < tokens_.size() && !path_.signature) step();
    path_.parts.push_back(std::move(part_));
    return std::move(path_);
  }

 private:
  [[nodiscard]] std::string_view word(std::size_t index) const {
    if (index >= tokens_.size()) return {};
    return text_.substr(tokens_[index].begin, tokens_[index].end - tokens_[index].begin);
  }
  [[nodiscard]] bool is_separator() const { return word(at_) == ":" && word(at_ + 1) == ":"; }

  void step() {
    if (is_separator()) {
      path_.parts.push_back(std::exchange(part_, {}));
      at_ += 2;
    } else if (word(at_) == "operator") {
      take_operator();
    } else if (word(at_) == "(") {
      take_signature();
    } else if (word(at_) == "<") {
      take_angles();
    } else {
      take();
    }
  }

  void take() { add_folded(part_, word(at_++)); }

  /// An operator's name goes on up to its parameters; `()` right behind the word is a name.
  void take_operator() {
    take();
    if (word(at_) == "(" && word(at_ + 1) == ")") {
      take();
      take();
    }
    while (at_ < tokens_.size() && word(at_) != "(") take();
  }

  void take_signature() {
    std::string signature;
    while (at_ < tokens_.size()) add_folded(signature, word(at_++));
    path_.signature = std::move(signature);
  }

  /// Template arguments belong to their part, `::` and parentheses in them included.
  void take_angles() {
    std::size_t depth = 0;
    do {
      if (word(at_) == "<" || word(at_) == "(") ++depth;
      if (word(at_) == ">" || word(at_) == ")") --depth;
      take();
    } while (depth > 0 && at_ < tokens_.size());
  }

  std::string_view text_;
  Tokens tokens_;
  std::size_t at_ = 0;
  std::string part_;
  CPath path_;
};

}  // namespace

std::string folded(std::string_view text) {
  std::string result;
  for (const Token& token : tokens_of(text)) {
    add_folded(result, text.substr(token.begin, token.end - token.begin));
  }
  return result;
}

CPath c_path_of(std::string_view spelled) { return PathReader(spelled).path(); }

}  // namespace patcher
