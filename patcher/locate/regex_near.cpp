// SPDX-License-Identifier: MIT
#include "patcher/locate/regex_near.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "patcher/locate/near_note.hpp"

namespace patcher {
namespace {

constexpr std::size_t kLeastMatched = 3;  // Bytes; less stands everywhere.

/// A place where something like the pattern matches.
struct Near {
  ByteRange range;
  std::size_t size = 0;  ///< Bytes of the pattern that match there.
};

/// The first match of a pattern's first `size` bytes, if those are a pattern and match in `within`.
std::optional<Near> match_of_prefix(std::string_view pattern, std::size_t size,
                                    const SourceText& text, ByteRange within) {
  const auto compiled = Regex::compile(pattern.substr(0, size));
  const auto* prefix = std::get_if<Regex>(&compiled);
  if (prefix == nullptr) return std::nullopt;
  const auto place = prefix->find_first(text, within);
  if (!place || place->range.size() < kLeastMatched) return std::nullopt;
  return Near{place->range, size};
}

/// The longest beginning of the pattern that matches. A beginning may be no pattern at all
/// (`(a|`): of those the next shorter ones are tried.
std::optional<Near> longest_prefix(std::string_view pattern, const SourceText& text,
                                   ByteRange within) {
  constexpr std::size_t kMostTried = 1000;  // Bytes of a pattern.
  std::optional<Near> best;
  std::size_t least = 1;
  std::size_t most = std::min(pattern.size(), kMostTried);
  while (least < most) {
    const std::size_t middle = least + (most - least + 1) / 2;
    std::optional<Near> near;
    std::size_t size = middle;
    while (!near && size >= least && middle - size < 16) {
      near = match_of_prefix(pattern, size, text, within);
      if (!near) --size;
    }
    if (near) {
      best = near;
      least = middle;
    } else {
      most = middle - 1;
    }
  }
  return best;
}

/// The pattern with every run of blanks taken for any white space, or for none.
std::string with_loose_blanks(std::string_view pattern) {
  std::string loose;
  std::size_t at = 0;
  while (at < pattern.size()) {
    const std::size_t blank = std::min(pattern.find_first_of(" \t", at), pattern.size());
    loose += pattern.substr(at, blank - at);
    at = std::min(pattern.find_first_not_of(" \t", blank), pattern.size());
    if (blank < at) loose += "\\s*";
  }
  return loose;
}

Note note_on(ByteRange range, std::string message, const SourceText& text,
             const std::string& file) {
  Note note = note_at(text, range.begin, file);
  note.message = std::move(message);
  const LineIndex& lines = text.lines();
  const std::size_t line = lines.line_at(range.begin);
  const ByteRange content = lines.content(line);
  note.lines.push_back(excerpt_of(
      text, line,
      {{range.begin - content.begin, std::min(range.end, content.end) - content.begin}}));
  return note;
}

}  // namespace

std::vector<Note> nearest(const Regex& regex, const SourceText& text, ByteRange within,
                          const std::string& file) {
  const std::string& pattern = regex.pattern();
  const std::string loose = with_loose_blanks(pattern);
  if (loose != pattern) {
    if (const auto near = match_of_prefix(loose, loose.size(), text, within)) {
      return {note_on(near->range, "nearest text: only white space differs from the pattern", text,
                      file)};
    }
  }
  const auto near = longest_prefix(pattern, text, within);
  if (!near) return {};
  Note expected{.message = "and the pattern goes on with"};
  expected.lines.push_back(expected_excerpt(pattern.substr(near->size), {}));
  return {note_on(near->range,
                  fmt::format("nearest text: it fits the pattern's first {}",
                              counted(near->size, "byte")),
                  text, file),
          std::move(expected)};
}

}  // namespace patcher
