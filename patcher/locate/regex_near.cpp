// SPDX-License-Identifier: MIT
#include "patcher/locate/regex_near.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "patcher/locate/near_note.hpp"
#include "patcher/locate/nearest_bytes.hpp"
#include "patcher/locate/regex_pieces.hpp"

namespace patcher {
namespace {

using Kind = RegexPiece::Kind;

constexpr std::size_t kLeastMatched = 3;  // Bytes; less stands everywhere.
constexpr std::size_t kMostTried = 1000;  // Bytes of a pattern of which beginnings are tried.
constexpr std::size_t kMostWords = 12;    // Words of a pattern that are tried as another one.
constexpr std::size_t kLeastLiteral = 6;  // Bytes beside such a word that stand for themselves.
constexpr std::size_t kLeastShare = 3;    // A beginning is near if it is a third of the pattern.
constexpr std::size_t kMostGivenUp = 2;   // Searches that cost too much before all is given up.

/// Searches one text for patterns that are like one which is not there.
class Trials {
 public:
  Trials(const SourceText& text, ByteRange within) : text_(text), within_(within) {}

  /// The first match of `pattern`, if it is a pattern at all.
  std::optional<ByteRange> match_of(std::string_view pattern) {
    if (given_up_ == kMostGivenUp) return std::nullopt;
    const auto compiled = Regex::compile(pattern);
    const auto* regex = std::get_if<Regex>(&compiled);
    if (regex == nullptr) return std::nullopt;
    const auto found = regex->find_first(text_, within_);
    if (std::holds_alternative<SearchFault>(found)) ++given_up_;
    const auto* place = std::get_if<std::optional<AnchorPlace>>(&found);
    const bool is_near = place != nullptr && *place && (*place)->range.size() >= kLeastMatched;
    return is_near ? std::optional((*place)->range) : std::nullopt;
  }

 private:
  const SourceText& text_;
  ByteRange within_;
  std::size_t given_up_ = 0;
};

/// A pattern in its pieces.
struct Spelled {
  std::string_view pattern;
  std::vector<RegexPiece> pieces;

  [[nodiscard]] std::string_view part(const RegexPiece& piece) const {
    return pattern.substr(piece.range.begin, piece.range.size());
  }
  /// The pattern with each piece as `respelled` has it.
  template <class Respelled>
  [[nodiscard]] std::string with(Respelled respelled) const {
    std::string result;
    for (const RegexPiece& piece : pieces) result += respelled(piece);
    return result;
  }
};

/// The pattern with every run of blanks taken for any white space, or for none.
std::string with_loose_blanks(const Spelled& spelled) {
  return spelled.with([&](const RegexPiece& piece) {
    return piece.kind == Kind::blanks ? std::string("\\s*") : std::string(spelled.part(piece));
  });
}

/// The same, with white space and a last comma inside brackets as well, as formatters put them.
std::string laid_out_anew(const Spelled& spelled) {
  return spelled.with([&](const RegexPiece& piece) {
    const std::string part(spelled.part(piece));
    if (piece.kind == Kind::blanks) return std::string("\\s*");
    if (piece.kind == Kind::opening) return part + "\\s*";
    return piece.kind == Kind::closing ? "\\s*,?\\s*" + part : part;
  });
}

std::size_t literal_size(const Spelled& spelled) {
  std::size_t size = 0;
  for (const RegexPiece& piece : spelled.pieces) {
    const bool is_literal = piece.kind != Kind::blanks && piece.kind != Kind::other;
    size += is_literal ? piece.range.size() : 0;
  }
  return size;
}

/// Something near, and in what way.
struct Near {
  ByteRange range;
  std::string message;
};

/// A place that all but one word of the pattern fits.
std::optional<Near> but_for_a_word(const Spelled& spelled, Trials& trials) {
  const std::size_t literal = literal_size(spelled);
  std::size_t tried = 0;
  for (const RegexPiece& word : spelled.pieces) {
    const std::size_t rest = literal - std::min(literal, word.range.size());
    const bool is_telling = rest >= std::max(kLeastLiteral, word.range.size());
    if (word.kind != Kind::word || !is_telling) continue;
    if (++tried > kMostWords) break;
    const std::string open = spelled.with([&](const RegexPiece& piece) {
      return std::string(&piece == &word ? std::string_view("\\w+") : spelled.part(piece));
    });
    if (const auto range = trials.match_of(open)) {
      return Near{*range, fmt::format("it fits but for '{}'", spelled.part(word))};
    }
  }
  return std::nullopt;
}

/// A place that fits the pattern as a whole, spelled less strictly.
std::optional<Near> near_whole(const Spelled& spelled, Trials& trials) {
  if (const auto range = trials.match_of(with_loose_blanks(spelled))) {
    return Near{*range, "only white space differs from the pattern"};
  }
  if (const auto range = trials.match_of(laid_out_anew(spelled))) {
    return Near{*range, "only its layout differs from the pattern"};
  }
  if (const auto range = trials.match_of("(?i)" + std::string(spelled.pattern))) {
    return Near{*range, "only the case of letters differs from the pattern"};
  }
  return but_for_a_word(spelled, trials);
}

/// What the longest beginning of a pattern matches.
struct Beginning {
  ByteRange range;
  std::size_t size = 0;  ///< Bytes of the pattern.
};

/// The longest beginning of the pattern, in whole pieces, that matches. A beginning may be no
/// pattern at all (`(a|`): of those the next shorter ones are tried.
std::optional<Beginning> longest_beginning(const Spelled& spelled, Trials& trials) {
  std::vector<std::size_t> ends;
  for (const RegexPiece& piece : spelled.pieces) {
    if (piece.range.end <= kMostTried) ends.push_back(piece.range.end);
  }
  constexpr std::size_t kMostShorter = 16;
  std::optional<Beginning> best;
  std::size_t least = 0;
  std::size_t most = ends.size();
  while (least < most) {
    const std::size_t middle = least + (most - least) / 2;
    std::optional<ByteRange> range;
    std::size_t index = middle + 1;
    while (!range && index > least && middle + 1 - index < kMostShorter) {
      range = trials.match_of(spelled.pattern.substr(0, ends[--index]));
    }
    if (range) best = Beginning{*range, ends[index]};
    if (range) {
      least = middle + 1;
    } else {
      most = middle;
    }
  }
  const bool is_near = best && best->size * kLeastShare >= spelled.pattern.size();
  return is_near ? best : std::nullopt;
}

/// What of the pattern stands for itself, one after the other.
std::string literal_text(const Spelled& spelled) {
  std::string text;
  for (const RegexPiece& piece : spelled.pieces) {
    if (piece.kind == Kind::other) continue;
    std::string_view part = spelled.part(piece);
    if (part.starts_with('\\')) part.remove_prefix(1);
    text += part;
  }
  return text;
}

/// A part of a line that is like what of the pattern stands for itself.
std::optional<Near> like_its_text(const Spelled& spelled, const SourceText& text,
                                  ByteRange within) {
  constexpr std::size_t kLeast = 12;  // Bytes; half of less is in many lines.
  const std::string literal = literal_text(spelled);
  if (literal.size() < kLeast) return std::nullopt;
  const auto part = nearest_bytes(literal, text, within);
  if (!part) return std::nullopt;
  const std::size_t begin = text.lines().content(part->line).begin;
  return Near{{begin + part->range.begin, begin + part->range.end},
              "it is like the pattern, from which several parts differ"};
}

Note note_on(const Near& near, const SourceText& text, const std::string& file) {
  Note note = note_at(text, near.range.begin, file);
  note.message = "nearest text: " + near.message;
  const LineIndex& lines = text.lines();
  const std::size_t line = lines.line_at(near.range.begin);
  const ByteRange content = lines.content(line);
  const ByteRange mark{near.range.begin - content.begin,
                       std::min(near.range.end, content.end) - content.begin};
  note.lines.push_back(excerpt_of(text, line, {mark}));
  return note;
}

}  // namespace

std::vector<Note> nearest(const Regex& regex, const SourceText& text, ByteRange within,
                          const std::string& file) {
  const Spelled spelled{regex.pattern(), regex_pieces(regex.pattern())};
  Trials trials(text, within);
  if (const auto near = near_whole(spelled, trials)) return {note_on(*near, text, file)};
  const auto beginning = longest_beginning(spelled, trials);
  if (!beginning) {
    const auto like = like_its_text(spelled, text, within);
    return like ? std::vector<Note>{note_on(*like, text, file)} : std::vector<Note>{};
  }
  const std::string message =
      fmt::format("it fits the pattern's first {}", counted(beginning->size, "byte"));
  Note expected{.message = "and the pattern goes on with"};
  expected.lines.push_back(
      expected_excerpt(std::string(spelled.pattern.substr(beginning->size)), {}));
  return {note_on({beginning->range, message}, text, file), std::move(expected)};
}

}  // namespace patcher
