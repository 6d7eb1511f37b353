// SPDX-License-Identifier: MIT
#include "patcher/manifest/yaml_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "patcher/core/utf8.hpp"

namespace patcher::yaml {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// Longer lines are cut in messages: thousands of findings may stand in one line of a megabyte.
constexpr std::size_t kLongestShown = 2000;

/// A byte or character that a manifest may not hold.
struct BadCharacter {
  std::size_t offset = 0;
  std::size_t size = 1;
  std::string what;
  std::string hint;
};

bool is_utf16(std::string_view bytes) {
  return bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff") ||
         (bytes.size() > 1 && (bytes[0] == '\0') != (bytes[1] == '\0'));
}

bool is_printable(char32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n';
  return c != 0x7f && (c < 0x80 || c > 0x9f || c == 0x85) && c != 0xfffe && c != 0xffff;
}

std::optional<BadCharacter> bad_character_in(std::string_view text) {
  std::size_t offset = 0;
  while (offset < text.size()) {
    const auto next = utf8_at(text, offset);
    if (!next) return BadCharacter{offset, 1, "a byte that is not UTF-8", "save the file as UTF-8"};
    if (next->value == '\r') {
      return BadCharacter{offset, 1, "a carriage return that ends no line",
                          R"(write it as "\r" in a double-quoted text)"};
    }
    if (!is_printable(next->value)) {
      return BadCharacter{
          offset, next->size,
          fmt::format("the control character U+{:04X}", static_cast<std::uint32_t>(next->value)),
          "write it as an escape in a double-quoted text"};
    }
    offset += next->size;
  }
  return std::nullopt;
}

/// Drops every `\r` that stands before a `\n`; a lone one stays for the check.
std::string with_lf(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const bool crlf = bytes[i] == '\r' && i + 1 < bytes.size() && bytes[i + 1] == '\n';
    if (!crlf) text.push_back(bytes[i]);
  }
  return text;
}

}  // namespace

Source::Source(std::string path, std::string text)
    : path_(std::move(path)),
      text_(std::make_unique<const std::string>(std::move(text))),
      lines_(*text_) {}

Result<Source> Source::from(std::string path, std::string_view bytes) {
  if (is_utf16(bytes)) {
    return Diagnostic{.code = Code::invalid_yaml,
                      .message = "the file is UTF-16, expected UTF-8",
                      .where = {path, 1, 1},
                      .hint = "save the file as UTF-8"};
  }
  std::string_view body = bytes;
  if (body.starts_with(kByteOrderMark)) body.remove_prefix(kByteOrderMark.size());
  const std::size_t crlf = body.find("\r\n");
  Source source(std::move(path), with_lf(body));
  source.first_crlf_ = crlf;
  if (const auto bad = bad_character_in(source.text())) {
    return source.error(Code::invalid_yaml, {bad->offset, bad->offset + bad->size},
                        "the file holds " + bad->what, bad->hint);
  }
  return source;
}

Place Source::place(std::size_t offset) const {
  return {path_, lines_.number_at(offset), lines_.column_at(offset)};
}

ExcerptLine Source::shown_line(std::size_t index) const {
  const std::string_view text = lines_.text(index).substr(0, kLongestShown);
  return {static_cast<std::uint32_t>(index) + 1, std::string(text), {}};
}

std::vector<ExcerptLine> Source::excerpt(ByteRange range) const {
  if (lines_.size() == 0) return {};
  const std::size_t index = lines_.line_at(range.begin);
  const ByteRange line = lines_.content(index);
  ExcerptLine shown = shown_line(index);
  const std::size_t begin = std::clamp(range.begin, line.begin, line.end) - line.begin;
  const std::size_t end = std::clamp(range.end, line.begin, line.end) - line.begin;
  const std::size_t size = shown.text.size();
  if (begin <= size) shown.marks.push_back({begin, std::clamp(end, begin, std::max(begin, size))});
  return {std::move(shown)};
}

std::vector<ExcerptLine> Source::lines_of(ByteRange range, std::size_t limit) const {
  std::vector<ExcerptLine> shown;
  if (lines_.size() == 0 || range.empty()) return shown;
  const std::size_t last = lines_.line_at(range.end - 1);
  for (std::size_t i = lines_.line_at(range.begin); i <= last && shown.size() < limit; ++i) {
    shown.push_back(shown_line(i));
  }
  return shown;
}

std::string_view Source::line_at(std::size_t offset) const {
  return lines_.size() == 0 ? std::string_view{} : lines_.text(lines_.line_at(offset));
}

std::size_t Source::offset_at(std::size_t line, std::size_t column) const {
  if (line >= lines_.size()) return text_->size();
  return std::min(lines_.whole(line).begin + column, text_->size());
}

Diagnostic Source::error(Code code, ByteRange range, std::string message, std::string hint) const {
  return {.severity = Severity::error,
          .code = code,
          .message = std::move(message),
          .where = place(range.begin),
          .lines = excerpt(range),
          .hint = std::move(hint)};
}

}  // namespace patcher::yaml
