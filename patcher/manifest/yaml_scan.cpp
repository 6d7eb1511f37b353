// SPDX-License-Identifier: MIT
#include "patcher/manifest/yaml_scan.hpp"

#include <algorithm>
#include <array>

namespace patcher::yaml {
namespace {

constexpr std::string_view kBlanks = " \t\n";

std::size_t skip_blanks_and_comments(std::string_view text, std::size_t offset) {
  while (offset < text.size()) {
    if (text[offset] == '#') {
      offset = std::min(text.find('\n', offset), text.size());
    } else if (kBlanks.find(text[offset]) != std::string_view::npos) {
      ++offset;
    } else {
      break;
    }
  }
  return offset;
}

std::size_t word_end(std::string_view text, std::size_t offset) {
  return std::min(text.find_first_of(" \t\n,[]{}", offset), text.size());
}

/// Offset after the closing quote, or npos when there is none.
std::size_t quoted_end(std::string_view text, std::size_t offset) {
  const char quote = text[offset];
  for (std::size_t i = offset + 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      const bool doubled = quote == '\'' && i + 1 < text.size() && text[i + 1] == quote;
      if (!doubled) return i + 1;
      ++i;
    }
  }
  return std::string_view::npos;
}

Chomping chomping_in(std::string_view header) {
  if (header.find('-') != std::string_view::npos) return Chomping::strip;
  return header.find('+') != std::string_view::npos ? Chomping::keep : Chomping::clip;
}

/// One line of a block scalar's neighbourhood.
struct Line {
  ByteRange whole;
  std::size_t indent = 0;
  bool blank = true;
};

Line line_from(std::string_view text, std::size_t begin) {
  const std::size_t newline = text.find('\n', begin);
  const std::size_t end = newline == std::string_view::npos ? text.size() : newline + 1;
  const std::string_view line = text.substr(begin, end - begin);
  const std::size_t first = line.find_first_not_of(' ');
  const bool blank = line.find_first_not_of(" \n") == std::string_view::npos;
  return {{begin, end}, first == std::string_view::npos ? line.size() : first, blank};
}

/// Walks the body of the block scalar whose header ends at `begin`. `header` may pin the
/// indentation relative to a parent that only the parser knows; the first line then decides, which
/// is right for the extent as long as no line of the text is indented less than its first.
void describe_body(Value& scalar, std::string_view text, std::size_t begin) {
  scalar.body = {begin, begin};
  if (scalar.text.find_first_not_of('\n') == std::string::npos) return;
  std::optional<std::size_t> indent;
  while (begin < text.size()) {
    const Line line = line_from(text, begin);
    if (!line.blank && !indent) indent = line.indent;
    if (!line.blank && line.indent < *indent) break;
    scalar.blank_tail = line.blank ? scalar.blank_tail + 1 : 0;
    scalar.body.end = line.whole.end;
    begin = line.whole.end;
  }
}

void describe_block(Value& scalar, std::string_view text, std::size_t offset) {
  scalar.style = text[offset] == '|' ? Style::literal : Style::folded;
  const std::size_t header_end =
      std::min(text.find_first_not_of("|>+-0123456789", offset), text.size());
  scalar.source = {offset, header_end};
  scalar.chomping = chomping_in(text.substr(offset, header_end - offset));
  const std::size_t newline = std::min(text.find('\n', header_end), text.size());
  describe_body(scalar, text, std::min(newline + 1, text.size()));
}

bool describe_quoted(Value& scalar, std::string_view text, std::size_t offset) {
  scalar.style = text[offset] == '"' ? Style::double_quoted : Style::single_quoted;
  const std::size_t end = quoted_end(text, offset);
  scalar.source = {offset, std::min(end, text.size())};
  const std::string_view written = text.substr(offset, scalar.source.size());
  scalar.spans_lines = written.find('\n') != std::string_view::npos;
  return end != std::string_view::npos;
}

}  // namespace

Content content_at(std::string_view text, std::size_t mark) {
  Content content{mark, std::nullopt};
  while (content.offset < text.size()) {
    const char c = text[content.offset];
    if (c != '&' && c != '!') break;
    const std::size_t end = word_end(text, content.offset);
    if (c == '!') content.tag = ByteRange{content.offset, end};
    content.offset = skip_blanks_and_comments(text, end);
  }
  return content;
}

bool describe_scalar(Value& scalar, std::string_view text, std::size_t offset) {
  const char first = offset < text.size() ? text[offset] : '\0';
  if (first == '|' || first == '>') {
    describe_block(scalar, text, offset);
    return true;
  }
  if (first == '"' || first == '\'') return describe_quoted(scalar, text, offset);
  scalar.style = Style::plain;
  // A plain scalar over several lines is folded, so its text is not what the file holds.
  scalar.spans_lines = text.substr(offset, scalar.text.size()) != scalar.text;
  const std::size_t end = scalar.spans_lines ? std::min(text.find('\n', offset), text.size())
                                             : offset + scalar.text.size();
  scalar.source = {std::min(offset, text.size()), end};
  return true;
}

std::size_t null_spelling_at(std::string_view text, std::size_t offset) {
  constexpr auto kSpellings = std::to_array<std::string_view>({"~", "null", "Null", "NULL"});
  for (const std::string_view spelling : kSpellings) {
    if (text.substr(std::min(offset, text.size())).starts_with(spelling)) return spelling.size();
  }
  return 0;
}

}  // namespace patcher::yaml
