// SPDX-License-Identifier: MIT
#include "patcher/locate/line_pattern.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "patcher/locate/blanks.hpp"

namespace patcher {
namespace {

std::vector<std::string_view> split_at_newlines(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos;
       end = text.find('\n', begin)) {
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

std::string_view common_prefix(std::string_view a, std::string_view b) {
  const auto differing = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  return a.substr(0, static_cast<std::size_t>(differing - a.begin()));
}

/// Finds `needle` in `text` from `begin` on; npos if it is not there. memmem, unlike
/// std::string_view::find, stays linear on repetitive texts.
std::size_t find_from(std::string_view text, std::string_view needle, std::size_t begin) {
  if (begin >= text.size()) return std::string_view::npos;
  const void* const found =
      ::memmem(text.data() + begin, text.size() - begin, needle.data(), needle.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

/// The one base that `shifted` turns into `prefix`, if there is one.
std::optional<std::string> unshifted(std::string_view prefix, int shift) {
  std::optional<std::string> base;
  if (shift <= 0) {
    base = std::string(prefix) + std::string(static_cast<std::size_t>(-shift), ' ');
  } else {
    base = shifted(prefix, -shift);
  }
  return base && shifted(*base, shift) == prefix ? base : std::nullopt;
}

/// The base that makes `line` fit `expected`, if there is one.
std::optional<std::string> base_of(std::string_view line, const PatternLine& expected) {
  if (!line.ends_with(expected.text)) return std::nullopt;
  const std::string_view prefix = line.substr(0, line.size() - expected.text.size());
  if (!is_blank(prefix)) return std::nullopt;
  return unshifted(prefix, expected.shift);
}

/// Searches one text for one pattern that has a line with text.
class LineSearch {
 public:
  LineSearch(const LinePattern& pattern, const SourceText& text, ByteRange within)
      : pattern_(pattern), text_(text), within_(within) {
    const auto has_text_on_base = [](const PatternLine& line) {
      return !line.text.empty() && line.base == Base::shared;
    };
    const auto shorter = [](const PatternLine& a, const PatternLine& b) {
      return a.text.size() < b.text.size();
    };
    const auto begin = pattern.lines.begin();
    const auto on_base = std::find_if(begin, pattern.lines.end(), has_text_on_base);
    if (on_base != pattern.lines.end()) first_on_base_ = static_cast<std::size_t>(on_base - begin);
    // The longest line is the one that least often stands where the pattern does not.
    probe_ =
        static_cast<std::size_t>(std::max_element(begin, pattern.lines.end(), shorter) - begin);
  }

  [[nodiscard]] std::vector<LineMatch> run() const {
    const std::string_view bytes = text_.bytes().substr(0, within_.end);
    const LineIndex& lines = text_.lines();
    const std::string_view probe = pattern_.lines[probe_].text;
    std::vector<LineMatch> matches;
    std::size_t hit = find_from(bytes, probe, within_.begin);
    while (hit != std::string_view::npos) {
      const std::size_t line = lines.line_at(hit);
      if (auto match = match_at_probe(line)) matches.push_back(*std::move(match));
      // A line is one candidate, however often it holds the probe.
      hit = find_from(bytes, probe, lines.whole(line).end);
    }
    return matches;
  }

 private:
  /// The match whose probe stands on line `line`, if there is one.
  [[nodiscard]] std::optional<LineMatch> match_at_probe(std::size_t line) const {
    const LineIndex& lines = text_.lines();
    if (line < probe_ || line - probe_ + pattern_.lines.size() > lines.size()) return std::nullopt;
    const std::size_t first = line - probe_;
    const std::size_t last = first + pattern_.lines.size() - 1;
    const ByteRange range{lines.whole(first).begin, lines.whole(last).end};
    if (!within_.contains(range)) return std::nullopt;
    auto base = base_at(first);
    if (!base || (pattern_.base && base->size() != *pattern_.base)) return std::nullopt;
    for (std::size_t i = 0; i < pattern_.lines.size(); ++i) {
      if (!fits(lines.text(first + i), pattern_.lines[i], *base)) return std::nullopt;
    }
    return LineMatch{first, *std::move(base), range};
  }

  /// The base of a place that begins on line `first`, if that line fits at all.
  [[nodiscard]] std::optional<std::string> base_at(std::size_t first) const {
    if (!first_on_base_) return std::string();
    return base_of(text_.lines().text(first + *first_on_base_), pattern_.lines[*first_on_base_]);
  }

  static bool fits(std::string_view line, const PatternLine& expected, const std::string& base) {
    if (expected.text.empty()) return line.empty();
    if (expected.base == Base::none) return line == expected.text;
    return base_of(line, expected) == base;
  }

  const LinePattern& pattern_;
  const SourceText& text_;
  ByteRange within_;
  std::optional<std::size_t> first_on_base_;  // First line whose indentation tells the base.
  std::size_t probe_ = 0;                     // The line to search for first.
};

/// The end of `needle` when it stands at `begin` of `text`; a `\n` of it fits `\r\n` too.
std::optional<std::size_t> end_of_needle_at(std::string_view text, std::size_t begin,
                                            const std::vector<std::string_view>& needle_lines) {
  std::size_t at = begin;
  for (std::size_t i = 0; i < needle_lines.size(); ++i) {
    if (i > 0) {
      if (text.substr(at).starts_with("\r\n")) ++at;
      if (!text.substr(at).starts_with('\n')) return std::nullopt;
      ++at;
    }
    if (!text.substr(at).starts_with(needle_lines[i])) return std::nullopt;
    at += needle_lines[i].size();
  }
  return at;
}

/// Where a needle whose first line is `first` may begin next, from `begin` on.
std::size_t next_candidate(std::string_view text, std::string_view first, std::size_t begin) {
  if (!first.empty()) return find_from(text, first, begin);
  const std::size_t newline = text.find('\n', begin);
  // A line's ending is taken whole: it begins at its `\r`.
  const bool is_crlf =
      newline != std::string_view::npos && newline > begin && text[newline - 1] == '\r';
  return is_crlf ? newline - 1 : newline;
}

}  // namespace

Block dedented(std::string_view text) {
  const std::vector<std::string_view> lines = split_at_newlines(text);
  std::optional<std::string_view> common;
  for (const std::string_view line : lines) {
    if (is_blank(line)) continue;
    const std::string_view blanks = leading_blanks(line);
    common = common ? common_prefix(*common, blanks) : blanks;
  }
  Block block;
  block.dropped = common.value_or("");
  for (const std::string_view line : lines) {
    block.lines.emplace_back(is_blank(line) ? "" : line.substr(block.dropped.size()));
  }
  return block;
}

std::optional<std::string> shifted(std::string_view base, int shift) {
  if (shift == 0) return std::string(base);
  if (shift > 0) {
    if (base.find('\t') != std::string_view::npos) return std::nullopt;
    return std::string(base) + std::string(static_cast<std::size_t>(shift), ' ');
  }
  const std::size_t spaces = base.size() - (base.find_last_not_of(' ') + 1);
  const auto taken = static_cast<std::size_t>(-shift);
  if (spaces < taken) return std::nullopt;
  return std::string(base.substr(0, base.size() - taken));
}

std::vector<LineMatch> find_lines(const LinePattern& pattern, const SourceText& text,
                                  ByteRange within) {
  const bool has_text = std::any_of(pattern.lines.begin(), pattern.lines.end(),
                                    [](const PatternLine& line) { return !line.text.empty(); });
  if (!has_text) return {};
  return LineSearch(pattern, text, within).run();
}

std::vector<ByteRange> find_bytes(std::string_view needle, const SourceText& text,
                                  ByteRange within) {
  if (needle.empty()) return {};
  const std::string_view bytes = text.bytes().substr(0, within.end);
  const std::vector<std::string_view> needle_lines = split_at_newlines(needle);
  std::vector<ByteRange> places;
  std::size_t at = next_candidate(bytes, needle_lines.front(), within.begin);
  while (at != std::string_view::npos) {
    const auto end = end_of_needle_at(bytes, at, needle_lines);
    if (end) places.push_back({at, *end});
    // After a needle that begins at a `\r`, its `\n` is no place of its own.
    const std::size_t step = needle_lines.front().empty() && bytes[at] == '\r' ? 2 : 1;
    at = next_candidate(bytes, needle_lines.front(), at + step);
  }
  return places;
}

}  // namespace patcher
