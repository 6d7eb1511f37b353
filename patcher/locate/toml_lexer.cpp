// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string_view>

#include "patcher/locate/lexing.hpp"

namespace patcher {
namespace {

/// The end of the literal whose quote stands at `at`. Source: TOML 1.0, "String".
std::size_t end_of_string(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const std::string_view quotes = text.substr(at, 3);
  const bool is_long = quotes == R"(""")" || quotes == "'''";
  if (!is_long && quote == '"') return end_of_quoted(text, at);
  if (!is_long) return std::min(text.find(quote, at + 1), end_of_line(text, at) - 1) + 1;
  for (at += 3; at < text.size(); ++at) {
    if (text.substr(at).starts_with(quotes)) return at + 3;
    if (quote == '"' && text[at] == '\\') ++at;
  }
  return text.size();
}

bool is_bare(char byte) {
  return is_word_byte(byte) || byte == '-' || byte == '+' || byte == '.' || byte == ':';
}

std::size_t end_of_token(std::string_view text, std::size_t at) {
  if (text[at] == '"' || text[at] == '\'') return end_of_string(text, at);
  if (!is_bare(text[at])) return at + 1;
  while (at < text.size() && is_bare(text[at])) ++at;
  return at;
}

}  // namespace

std::vector<SourceToken> lex_toml(std::string_view text) {
  TokenWriter writer;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t begin = at;
    if (const std::size_t size = line_end_at(text, at)) {
      at += size;
      writer.saw_line();
    } else if (text[at] == ' ' || text[at] == '\t' || text[at] == '\r') {
      ++at;
      writer.saw_gap();
    } else if (text[at] == '#') {
      at = end_of_line(text, at);
      writer.saw_gap();
    } else {
      at = end_of_token(text, at);
      writer.add({begin, at});
    }
  }
  return std::move(writer).take();
}

}  // namespace patcher
