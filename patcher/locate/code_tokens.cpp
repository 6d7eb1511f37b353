// SPDX-License-Identifier: MIT
#include "patcher/locate/code_tokens.hpp"

#include <algorithm>
#include <numeric>

namespace patcher {
namespace {

char opening_of(char close) { return close == ')' ? '(' : close == ']' ? '[' : '{'; }

}  // namespace

CodeTokens::CodeTokens(std::string_view text, const Tokens& tokens,
                       const std::vector<SkippedBranch>& skipped)
    : text_(text) {
  auto part = skipped.begin();
  for (const Token& token : tokens) {
    while (part != skipped.end() && part->range.end <= token.begin) ++part;
    const bool is_skipped = part != skipped.end() && part->range.begin <= token.begin;
    if (!is_skipped && token.kind != TokenKind::directive) tokens_.push_back(token);
  }
  pair_brackets();
}

void CodeTokens::pair_brackets() {
  close_.resize(tokens_.size());
  std::iota(close_.begin(), close_.end(), std::uint32_t{0});
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].kind != TokenKind::mark) continue;
    const char mark = text_[tokens_[i].begin];
    if (mark == '(' || mark == '[' || mark == '{') open.push_back(i);
    if (mark != ')' && mark != ']' && mark != '}') continue;
    const bool fits = !open.empty() && text_[tokens_[open.back()].begin] == opening_of(mark);
    if (fits) {
      close_[open.back()] = i;
      open.pop_back();
    } else {
      unpaired_.push_back(tokens_[i].range());
    }
  }
  for (const std::uint32_t i : open) unpaired_.push_back(tokens_[i].range());
  std::ranges::sort(unpaired_);
}

std::string_view CodeTokens::word(std::size_t index) const {
  if (index >= tokens_.size()) return {};
  return text_.substr(tokens_[index].begin, tokens_[index].end - tokens_[index].begin);
}

std::string_view CodeTokens::word_before(std::size_t index) const {
  return index == 0 ? std::string_view() : word(index - 1);
}

bool CodeTokens::is_word(std::size_t index) const {
  return index < tokens_.size() && tokens_[index].kind == TokenKind::word;
}

bool CodeTokens::is_run(std::size_t index, char mark, std::size_t count) const {
  if (index + count > tokens_.size()) return false;
  const std::size_t begin = tokens_[index].begin;
  for (std::size_t i = 0; i < count; ++i) {
    if (tokens_[index + i].begin != begin + i || text_[begin + i] != mark) return false;
  }
  return true;
}

bool CodeTokens::is_joined(std::size_t index) const {
  return index + 1 < tokens_.size() && tokens_[index].end == tokens_[index + 1].begin;
}

std::size_t CodeTokens::close_of(std::size_t index) const {
  return index < close_.size() ? close_[index] : index;
}

ByteRange CodeTokens::span(std::size_t first, std::size_t last) const {
  return {tokens_[first].begin, tokens_[last].end};
}

}  // namespace patcher
