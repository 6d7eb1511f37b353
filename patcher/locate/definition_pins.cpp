// SPDX-License-Identifier: MIT
#include "patcher/locate/definition_pins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "patcher/locate/lexing.hpp"
#include "patcher/locate/line_likeness.hpp"
#include "patcher/locate/token_pattern.hpp"
#include "patcher/locate/tokens.hpp"
#include "patcher/manifest/digest.hpp"

namespace patcher {
namespace {

constexpr std::string_view kSpace = " \t\r\n\f\v";

/// What stands for the layout before `token`, where it counts; empty where it does not.
std::string layout_before(const SourceToken& token, std::uint32_t level, Layout layout) {
  const bool begins_line = token.begins_line && !token.inside;
  switch (layout) {
    case Layout::free:
      return token.begins_line ? "line\n" : "";
    case Layout::lines:
      return begins_line ? "line\n" : "";
    case Layout::indentation:
      return begins_line ? fmt::format("line {}\n", token.level - std::min(level, token.level))
                         : "";
    case Layout::gaps:
      return token.begins_line ? "line\n" : token.after_gap ? "gap\n" : "";
  }
  return "";
}

/// `text` with each of its words that is renamed.
std::string renamed(std::string_view text, const Renaming& renaming) {
  if (renaming.from.empty()) return std::string(text);
  std::string result;
  while (true) {
    const std::size_t at = text.find(renaming.from);
    if (at == std::string_view::npos) break;
    const std::size_t end = at + renaming.from.size();
    const bool is_inside = (at > 0 && is_word(text.substr(at - 1, 1))) ||
                           (end < text.size() && is_word(text.substr(end, 1)));
    result.append(text.substr(0, at)).append(is_inside ? renaming.from : renaming.to);
    text.remove_prefix(end);
  }
  return result.append(text);
}

}  // namespace

std::string with_folded_space(std::string_view text) {
  std::string folded;
  bool is_behind_space = false;
  for (const char byte : text) {
    const bool is_space = kSpace.find(byte) != std::string_view::npos;
    if (!is_space && is_behind_space && !folded.empty()) folded += ' ';
    if (!is_space) folded += byte;
    is_behind_space = is_space;
  }
  return folded;
}

std::string head_of(const Definition& definition, const SourceText& text,
                    const Renaming& renaming) {
  const std::size_t end =
      std::clamp(definition.body_begin, definition.range.begin, definition.range.end);
  return with_folded_space(
      renamed(text.bytes().substr(definition.range.begin, end - definition.range.begin), renaming));
}

std::string token_digest(const Definition& definition, const SourceText& text,
                         const Renaming& renaming) {
  const auto& tokens = source_tokens(text);
  const TokenSpan span = tokens_within(text, definition.range);
  const Layout layout = layout_of(text.language());
  std::string spelled;
  for (std::size_t i = span.begin; i < span.end; ++i) {
    const SourceToken& token = tokens[i];
    std::string_view word = text.bytes().substr(token.range.begin, token.range.size());
    if (!renaming.from.empty() && word == renaming.from) word = renaming.to;
    const bool is_free_comma = word == "," && i + 1 < span.end && tokens[i + 1].closes_freely;
    if (is_free_comma) continue;
    // The first token begins a line wherever the definition stands.
    if (i > span.begin) spelled += layout_before(token, tokens[span.begin].level, layout);
    if (token.glued) spelled += "glued\n";
    spelled += fmt::format("{} {}\n", word.size(), word);
  }
  // To Python a lone `\r` ends a line, and what follows it may be code and no comment.
  const std::string_view whole =
      text.bytes().substr(definition.range.begin, definition.range.size());
  if (has_lone_return(whole)) spelled += fmt::format("{} {}\n", whole.size(), whole);
  return sha256_of(spelled);
}

}  // namespace patcher
