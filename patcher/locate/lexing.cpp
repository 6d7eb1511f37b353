// SPDX-License-Identifier: MIT
#include "patcher/locate/lexing.hpp"

#include <algorithm>

namespace patcher {

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

bool is_word_byte(char byte) {
  const bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
  return is_letter || is_digit(byte) || byte == '_' || static_cast<unsigned char>(byte) >= 0x80U;
}

std::size_t line_end_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return 0;
  if (text[at] == '\n') return 1;
  return text.substr(at).starts_with("\r\n") ? 2 : 0;
}

bool has_lone_return(std::string_view text) {
  for (std::size_t at = text.find('\r'); at != std::string_view::npos;
       at = text.find('\r', at + 1)) {
    if (!text.substr(at + 1).starts_with('\n')) return true;
  }
  return false;
}

std::size_t end_of_word(std::string_view text, std::size_t at) {
  while (at < text.size() && is_word_byte(text[at])) ++at;
  return at;
}

std::size_t end_of_line(std::string_view text, std::size_t at) {
  const std::size_t end = std::min(text.find('\n', at), text.size());
  return end > at && text[end - 1] == '\r' ? end - 1 : end;
}

std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size(); ++at) {
    if (text[at] == quote) return at + 1;
    if (line_end_at(text, at) > 0) return at;
    if (text[at] != '\\') continue;
    at += std::max<std::size_t>(line_end_at(text, at + 1), 1);
  }
  return text.size();
}

std::size_t end_of_operator(std::string_view text, std::size_t at,
                            std::span<const std::string_view> operators) {
  const std::string_view rest = text.substr(at);
  const auto found = std::find_if(operators.begin(), operators.end(),
                                  [&](std::string_view sign) { return rest.starts_with(sign); });
  return at + (found == operators.end() ? 1 : found->size());
}

SourceToken& TokenWriter::add(ByteRange range) {
  SourceToken token;
  token.range = range;
  token.after_gap = after_gap_;
  token.begins_line = begins_line_;
  tokens_.push_back(token);
  after_gap_ = begins_line_ = false;
  return tokens_.back();
}

}  // namespace patcher
