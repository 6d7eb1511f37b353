// SPDX-License-Identifier: MIT
#include "patcher/locate/token_pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "patcher/locate/lexing.hpp"
#include "patcher/locate/source_tree.hpp"

namespace patcher {
namespace {

std::string_view text_at(const SourceText& text, const SourceToken& token) {
  return text.bytes().substr(token.range.begin, token.range.size());
}

/// Goes along the tokens of a pattern and those of a text.
class Comparison {
 public:
  Comparison(const TokenPattern& pattern, const SourceText& text, TokenSpan span)
      : pattern_(pattern),
        text_(text),
        tokens_(source_tokens(text)),
        span_(span),
        at_(span.begin) {}

  TokenRun run() {
    TokenRun run;
    while (run.matched < pattern_.size() && step(run)) {
    }
    run.end = at_;
    const bool whole = run.matched == pattern_.size();
    if (whole && !levels_agree()) run = {0, span_.begin, true};
    return run;
  }

 private:
  /// Takes the next token of the pattern; says whether it fits.
  bool step(TokenRun& run) {
    if (at_ == span_.end) return false;
    if (!is_same(run.matched, at_)) {
      if (run.matched == 0) return false;
      if (skips_own_comma(run.matched)) {
        ++run.matched;
        return true;
      }
      if (!is_extra_comma(run.matched)) return false;
      ++at_;
    }
    if (run.matched > 0 && !layout_agrees(run.matched)) {
      run.layout_differs = true;
      return false;
    }
    note_level(run.matched);
    ++run.matched;
    ++at_;
    return true;
  }

  [[nodiscard]] bool is_same(std::size_t own, std::size_t other) const {
    return pattern_.token_text(own) == text_at(text_, tokens_[other]) &&
           pattern_.token(own).glued == tokens_[other].glued;
  }

  /// Whether the text has a comma before a bracket where the pattern has none.
  [[nodiscard]] bool is_extra_comma(std::size_t own) const {
    return at_ + 1 < span_.end && text_at(text_, tokens_[at_]) == "," &&
           tokens_[at_ + 1].closes_freely && is_same(own, at_ + 1);
  }

  /// Whether the pattern has a comma before a bracket where the text has none.
  [[nodiscard]] bool skips_own_comma(std::size_t own) const {
    return own + 1 < pattern_.size() && pattern_.token_text(own) == "," &&
           tokens_[at_].closes_freely && is_same(own + 1, at_);
  }

  [[nodiscard]] bool layout_agrees(std::size_t own) const {
    const SourceToken& a = pattern_.token(own);
    const SourceToken& b = tokens_[at_];
    if (b.inside) return true;
    const bool same_gap = pattern_.layout() != Layout::gaps || a.after_gap == b.after_gap;
    return same_gap && a.begins_line == b.begins_line;
  }

  /// Remembers how far in the line of a token is, in the pattern and in the text.
  void note_level(std::size_t own) {
    if (pattern_.layout() != Layout::indentation) return;
    const SourceToken& token = tokens_[at_];
    const bool counts = own == 0 || (token.begins_line && !token.inside);
    if (!counts) return;
    const auto [level, is_new] = levels_.try_emplace(pattern_.token(own).column, token.level);
    if (!is_new && level->second != token.level) torn_ = true;
  }

  /// Whether each deeper column of the pattern is one block deeper in the text.
  [[nodiscard]] bool levels_agree() const {
    if (torn_) return false;
    std::uint32_t expected = levels_.empty() ? 0 : levels_.begin()->second;
    return std::all_of(levels_.begin(), levels_.end(),
                       [&](const auto& level) { return level.second == expected++; });
  }

  const TokenPattern& pattern_;
  const SourceText& text_;
  const std::vector<SourceToken>& tokens_;
  TokenSpan span_;
  std::size_t at_;
  std::map<std::uint32_t, std::uint32_t> levels_;  // Column in the pattern, level in the text.
  bool torn_ = false;                              // One column stands for two levels.
};

/// Why the tokens in `within` are not all known, if they are not.
std::optional<SearchFault> unseen_tokens(const SourceText& text, ByteRange within) {
  const Language language = text.language();
  const bool is_by_grammar = language == Language::bash || language == Language::yaml;
  if (is_by_grammar && !syntax_tree_of(text).has_tree()) {
    return SearchFault{
        Code::syntax_error,
        fmt::format("the file was not read, because {}", syntax_tree_of(text).why_unread()),
        within.begin, "use 'find', 'find_text' or 'find_regex'"};
  }
  const std::string_view part = text.bytes().substr(within.begin, within.size());
  if (language != Language::python || !has_lone_return(part)) return std::nullopt;
  return SearchFault{Code::syntax_error,
                     "a '\\r' without '\\n' stands here, which ends a line to Python alone",
                     within.begin, "take it out of the base, or use 'find_text'"};
}

}  // namespace

std::variant<TokenPattern, SpellingFault> TokenPattern::compile(std::string_view text,
                                                                Language language) {
  if (!has_tokens(language)) {
    return SpellingFault{
        0, "the file is in no language whose tokens can be told",
        "use 'find', or 'find_regex' with '\\s+' for white space; known are Python, C, C++, CUDA, "
        "shell, JSON, YAML and TOML, by the file's extension",
        Code::not_supported};
  }
  std::vector<SourceToken> tokens = tokens_in(text, language);
  if (tokens.empty()) {
    return SpellingFault{0, "it has no token: comments and layout are not looked at",
                         "use 'find' for comments"};
  }
  return TokenPattern(std::string(text), std::move(tokens), layout_of(language));
}

FoundPlaces TokenPattern::find_all(const SourceText& text, ByteRange within) const {
  if (auto fault = unseen_tokens(text, within)) return *std::move(fault);
  const std::vector<SourceToken>& tokens = source_tokens(text);
  TokenSpan span = tokens_within(text, within);
  std::vector<AnchorPlace> places;
  for (; span.begin < span.end; ++span.begin) {
    if (text_at(text, tokens[span.begin]) != token_text(0)) continue;
    const TokenRun run = run_at(*this, text, span);
    if (run.matched < size()) continue;
    places.push_back({{tokens[span.begin].range.begin, tokens[run.end - 1].range.end}});
  }
  return places;
}

TokenSpan tokens_within(const SourceText& text, ByteRange within) {
  const std::vector<SourceToken>& tokens = source_tokens(text);
  const auto first = std::partition_point(
      tokens.begin(), tokens.end(),
      [&](const SourceToken& token) { return token.range.begin < within.begin; });
  const auto last = std::partition_point(
      first, tokens.end(), [&](const SourceToken& token) { return token.range.end <= within.end; });
  return {static_cast<std::size_t>(first - tokens.begin()),
          static_cast<std::size_t>(last - tokens.begin())};
}

TokenRun run_at(const TokenPattern& pattern, const SourceText& text, TokenSpan span) {
  return Comparison(pattern, text, span).run();
}

}  // namespace patcher
