// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "patcher/locate/c_outline.hpp"
#include "patcher/locate/c_path.hpp"
#include "patcher/locate/code_tokens.hpp"
#include "patcher/locate/scope.hpp"

namespace patcher {
namespace {

/// A name as the tokens that it is spelled with: `~A`, `operator==`, `Filter<float>`.
std::vector<std::string> spelled_tokens(std::string_view name) {
  std::vector<std::string> words;
  for (const Token& token : tokens_of(name)) {
    words.emplace_back(name.substr(token.begin, token.end - token.begin));
  }
  return words;
}

bool stands_at(const CodeTokens& tokens, std::size_t index, const std::vector<std::string>& name) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (tokens.word(index + i) != name[i]) return false;
  }
  return !name.empty();
}

/// Whether the tokens from `first` up to `end` name something that is defined there, not used.
bool is_defined_here(const CodeTokens& tokens, std::size_t first, std::size_t end) {
  const std::string_view before = tokens.word_before(first);
  for (const std::string_view word : {"class", "struct", "union", "enum", "namespace"}) {
    if (before == word) return tokens.word(end) != ";";
  }
  if (tokens.word(end) != "(") return false;
  const std::size_t close = tokens.close_of(end);
  const std::string_view behind = tokens.word(close + 1);
  return close != end && (behind == "{" || behind == ":" || tokens.is_word(close + 1));
}

/// The name of the `#define` of `name` in `text`, if there is one.
std::optional<ByteRange> defined_macro(std::string_view name, std::string_view text) {
  for (const Token& token : tokens_of(text)) {
    if (token.kind != TokenKind::directive) continue;
    const ByteRange directive = token.range();
    const Tokens parts = tokens_of(text.substr(directive.begin + 1, directive.size() - 1));
    const auto word = [&](std::size_t i) {
      const ByteRange range = parts[i].range();
      return text.substr(directive.begin + 1 + range.begin, range.size());
    };
    if (parts.size() < 2 || word(0) != "define" || word(1) != name) continue;
    return ByteRange{directive.begin + 1 + parts[1].begin, directive.begin + 1 + parts[1].end};
  }
  return std::nullopt;
}

std::optional<ByteRange> defined_name(std::string_view name, std::string_view text) {
  constexpr std::string_view kMacro = "macro ";
  if (name.starts_with(kMacro)) return defined_macro(name.substr(kMacro.size()), text);
  const CodeTokens tokens(text, tokens_of(text), {});
  const std::vector<std::string> words = spelled_tokens(name);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool is_one = stands_at(tokens, i, words) && is_defined_here(tokens, i, i + words.size());
    if (is_one) return tokens.span(i, i + words.size() - 1);
  }
  return std::nullopt;
}

/// What a grammar makes of a branch by itself. It may begin and end anywhere, so that only the
/// names count, and what it does not see may be there all the same.
const Outline& outline_of_branch(const SourceText& text, const SkippedBranch& branch) {
  return text.derived<Outline>(fmt::format("branch {}", branch.range.begin), [&] {
    return c_outline_of(text.bytes().substr(branch.range.begin, branch.range.size()),
                        text.language(), text.known());
  });
}

std::optional<ByteRange> outlined_name(std::string_view name, const Outline& outline) {
  const auto found = std::ranges::find_if(outline.definitions, [&](const Definition& definition) {
    return c_path_of(definition.path).parts.back() == name;
  });
  if (found == outline.definitions.end()) return std::nullopt;
  return found->range;
}

}  // namespace

std::optional<SkippedDefinition> skipped_definition(std::string_view path, const SourceText& text,
                                                    Branches branches) {
  const std::string name = c_path_of(path).parts.back();
  for (const SkippedBranch& branch : text.outline().skipped) {
    if (branches == Branches::unsettled && branch.is_settled) continue;
    const std::string_view part = text.bytes().substr(branch.range.begin, branch.range.size());
    auto found = defined_name(name, part);
    if (!found) found = outlined_name(name, outline_of_branch(text, branch));
    if (!found) continue;
    const std::size_t offset = branch.range.begin;
    return SkippedDefinition{{offset + found->begin, offset + found->end}, &branch};
  }
  return std::nullopt;
}

}  // namespace patcher
