// SPDX-License-Identifier: MIT
#include "patcher/locate/token_near.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "patcher/locate/near_miss.hpp"
#include "patcher/locate/near_note.hpp"
#include "patcher/locate/token_alignment.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostCompared = 400;  // Tokens of a pattern.
constexpr std::size_t kSlack = 8;           // Tokens around a likely place that may belong to it.
constexpr std::size_t kMostTried = 5;       // Likely places.

/// A text's tokens where a pattern is looked for.
struct Field {
  const TokenPattern& pattern;
  const SourceText& text;
  const std::vector<SourceToken>& tokens;
  TokenSpan span;

  [[nodiscard]] std::string_view found(std::size_t index) const {
    const ByteRange& range = tokens[index].range;
    return text.bytes().substr(range.begin, range.size());
  }
  [[nodiscard]] std::size_t compared() const { return std::min(pattern.size(), kMostCompared); }
};

/// How many pairs of neighbours that the pattern has too speak for a beginning at each token.
std::vector<std::uint32_t> votes_in(const Field& field) {
  std::unordered_map<std::string_view, std::vector<std::size_t>> places;
  for (std::size_t i = 0; i + 1 < field.compared(); ++i) {
    places[field.pattern.token_text(i)].push_back(i);
  }
  std::vector<std::uint32_t> votes(field.span.end - field.span.begin);
  for (std::size_t at = field.span.begin; at + 1 < field.span.end; ++at) {
    const auto own = places.find(field.found(at));
    if (own == places.end()) continue;
    for (const std::size_t i : own->second) {
      if (field.pattern.token_text(i + 1) != field.found(at + 1)) continue;
      ++votes[std::max(at - field.span.begin, i) - i];
    }
  }
  return votes;
}

/// Tokens at which the pattern may begin, the likeliest first, the first of them where several are
/// as likely.
std::vector<std::size_t> likely_beginnings(const Field& field) {
  const std::vector<std::uint32_t> votes = votes_in(field);
  std::vector<std::size_t> best;
  for (std::size_t i = 0; i < votes.size(); ++i) {
    if (votes[i] == 0 || (best.size() == kMostTried && votes[i] <= votes[best.back()])) continue;
    const auto after = std::find_if(best.begin(), best.end(),
                                    [&](std::size_t other) { return votes[other] < votes[i]; });
    best.insert(after, i);
    if (best.size() > kMostTried) best.pop_back();
  }
  for (std::size_t& beginning : best) beginning += field.span.begin;
  return best;
}

/// A place beside the pattern; `rows` index the pattern's tokens and the text's.
struct Compared {
  std::vector<AlignedToken> rows;
  std::vector<AlignedToken> differing;
};

bool is_same(const Field& field, const AlignedToken& row) {
  return row.expected && row.found &&
         field.pattern.token_text(*row.expected) == field.found(*row.found);
}

/// Whether `row`, which stands before `next`, is a comma that is there or not by layout alone.
bool is_free_comma(const Field& field, const AlignedToken& row, const AlignedToken* next) {
  const bool is_alone = row.expected.has_value() != row.found.has_value();
  const bool closes = next != nullptr && next->found && field.tokens[*next->found].closes_freely;
  if (!is_alone || !closes) return false;
  return (row.found ? field.found(*row.found) : field.pattern.token_text(*row.expected)) == ",";
}

Compared compared_at(const Field& field, std::size_t beginning) {
  const std::size_t first = std::max(field.span.begin + kSlack, beginning) - kSlack;
  const std::size_t end = std::min(field.span.end, beginning + field.compared() + kSlack);
  std::vector<std::string_view> expected;
  for (std::size_t i = 0; i < field.compared(); ++i)
    expected.push_back(field.pattern.token_text(i));
  std::vector<std::string_view> found;
  for (std::size_t i = first; i < end; ++i) found.push_back(field.found(i));
  Compared compared;
  for (AlignedToken row : aligned_tokens(expected, found)) {
    if (row.found) *row.found += first;
    compared.rows.push_back(row);
  }
  for (std::size_t i = 0; i < compared.rows.size(); ++i) {
    const AlignedToken& row = compared.rows[i];
    const AlignedToken* next = i + 1 < compared.rows.size() ? &compared.rows[i + 1] : nullptr;
    const bool differs = !is_same(field, row) && !is_free_comma(field, row, next);
    if (differs) compared.differing.push_back(row);
  }
  return compared;
}

/// The token of the text at, or else before, the first that differs.
std::size_t place_of_difference(const Compared& compared) {
  const AlignedToken& first =
      compared.differing.empty() ? compared.rows.front() : compared.differing.front();
  std::optional<std::size_t> place = first.found;
  for (const AlignedToken& row : compared.rows) {
    if (row == first) break;
    if (row.found && !first.found) place = row.found;
  }
  for (const AlignedToken& row : compared.rows) {
    if (!place) place = row.found;
  }
  return place.value_or(0);
}

/// What alone all differing tokens differ in, if it is the same for each.
std::string_view mere_difference_of(const Field& field, const Compared& compared) {
  std::string_view all;
  for (const AlignedToken& row : compared.differing) {
    if (!row.expected || !row.found) return {};
    const std::string_view mere =
        mere_difference(field.pattern.token_text(*row.expected), field.found(*row.found));
    if (mere.empty() || (!all.empty() && mere != all)) return {};
    all = mere;
  }
  return all;
}

std::string difference_of(const Field& field, const Compared& compared) {
  if (compared.differing.empty()) return "the same tokens, but lines end or are indented otherwise";
  const std::string_view mere = mere_difference_of(field, compared);
  if (compared.differing.size() > 1) {
    return fmt::format("{} of {} differ{}", compared.differing.size(),
                       counted(field.compared(), "token"),
                       mere.empty() ? "" : fmt::format(", in {} alone", mere));
  }
  const AlignedToken& row = compared.differing.front();
  if (!row.found)
    return fmt::format("only '{}' is missing", field.pattern.token_text(*row.expected));
  if (!row.expected) return fmt::format("only '{}' is too many", field.found(*row.found));
  if (mere == "quotes") return fmt::format("only the quotes of {} differ", field.found(*row.found));
  return fmt::format("only '{}' stands for '{}'{}", field.found(*row.found),
                     field.pattern.token_text(*row.expected),
                     mere.empty() ? "" : ", which differs in the case of letters");
}

/// The line of the text at `place` with what differs on it marked.
ExcerptLine found_line(const Field& field, const Compared& compared, std::size_t place) {
  const LineIndex& lines = field.text.lines();
  const std::size_t line = lines.line_at(field.tokens[place].range.begin);
  const ByteRange content = lines.content(line);
  std::vector<ByteRange> marks;
  for (const AlignedToken& row : compared.differing) {
    if (!row.found) continue;
    const ByteRange& range = field.tokens[*row.found].range;
    if (!content.contains(range)) continue;
    marks.push_back({range.begin - content.begin, range.end - content.begin});
  }
  return excerpt_of(field.text, line, std::move(marks));
}

std::vector<Note> notes_on(const Field& field, const Compared& compared, const std::string& file) {
  const std::size_t place = place_of_difference(compared);
  Note found = note_at(field.text, field.tokens[place].range.begin, file);
  found.message = "nearest text: " + difference_of(field, compared);
  found.lines.push_back(found_line(field, compared, place));
  return {std::move(found)};
}

}  // namespace

std::vector<Note> nearest(const TokenPattern& pattern, const SourceText& text, ByteRange within,
                          const std::string& file) {
  if (pattern.size() == 1) return nearest_text(pattern.token_text(0), text, within, file);
  const Field field{pattern, text, source_tokens(text), tokens_within(text, within)};
  std::optional<Compared> best;
  for (const std::size_t beginning : likely_beginnings(field)) {
    Compared compared = compared_at(field, beginning);
    if (!best || compared.differing.size() < best->differing.size()) best = std::move(compared);
  }
  if (!best || best->differing.size() * 2 > field.compared()) return {};
  return notes_on(field, *best, file);
}

}  // namespace patcher
