// SPDX-License-Identifier: MIT
#include "patcher/locate/group_references.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace patcher {
namespace {

constexpr std::string_view kDigits = "0123456789";

/// A reference as it is spelled.
struct Spelled {
  std::string_view name;  ///< A number or a name; empty for `$$`.
  std::size_t size = 0;   ///< Bytes with the `$`; 0 when it is no reference.
};

/// The reference at the beginning of `text`, which begins with `$`.
Spelled reference_in(std::string_view text) {
  if (text.starts_with("$$")) return {{}, 2};
  if (text.starts_with("${")) {
    const std::size_t close = text.find('}');
    if (close == std::string_view::npos || close == 2) return {};
    return {text.substr(2, close - 2), close + 1};
  }
  const std::size_t end = std::min(text.find_first_not_of(kDigits, 1), text.size());
  return end == 1 ? Spelled{} : Spelled{text.substr(1, end - 1), end};
}

/// The number of the group that `name` means, if `regex` has it.
std::optional<std::size_t> group_of(std::string_view name, const Regex& regex) {
  const bool is_number = name.find_first_not_of(kDigits) == std::string_view::npos;
  if (!is_number) return regex.group_named(std::string(name));
  constexpr std::size_t kLongest = 5;  // PCRE2 has at most 65535 groups
  if (name.size() > kLongest) return std::nullopt;
  std::size_t number = 0;
  for (const char digit : name) number = 10 * number + static_cast<std::size_t>(digit - '0');
  const bool is_there = number >= 1 && number <= regex.groups();
  return is_there ? std::optional(number) : std::nullopt;
}

std::string groups_hint(const Regex& regex) {
  if (regex.groups() == 0) return "the pattern has no group: put what is to be kept in '(...)'";
  return fmt::format("the pattern has {} group{}; write '${{1}}0' for group 1 and a digit",
                     regex.groups(), regex.groups() == 1 ? "" : "s");
}

/// `literal` so that a pattern takes it as it stands; its line ends match `\r\n` too.
std::string quoted(std::string_view literal) {
  constexpr std::string_view kSpecial = "\\^$.[]|()?*+{}#- \t";
  std::string pattern;
  for (const char byte : literal) {
    if (byte == '\n') {
      pattern += "\\r?\\n";
      continue;
    }
    if (kSpecial.find(byte) != std::string_view::npos) pattern += '\\';
    pattern += byte;
  }
  return pattern;
}

bool calls_itself(std::string_view pattern) {
  constexpr std::array<std::string_view, 4> kCalls = {"(?R)", "(?0)", "\\g<0>", "\\g'0'"};
  return std::any_of(kCalls.begin(), kCalls.end(), [&](std::string_view call) {
    return pattern.find(call) != std::string_view::npos;
  });
}

}  // namespace

std::variant<ReferringText, SpellingFault> ReferringText::parse(std::string_view text,
                                                                const Regex& regex) {
  ReferringText result;
  result.pieces_.emplace_back();
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t dollar = std::min(text.find('$', at), text.size());
    result.pieces_.back().literal += text.substr(at, dollar - at);
    at = dollar;
    if (at == text.size()) break;
    const Spelled spelled = reference_in(text.substr(at));
    if (spelled.size == 0) {
      return SpellingFault{at, "'$' begins no reference to a group",
                           "write '$$' for a dollar sign"};
    }
    if (spelled.name.empty()) {
      result.pieces_.back().literal += '$';
    } else if (const auto group = group_of(spelled.name, regex)) {
      result.pieces_.back().group = group;
      result.pieces_.emplace_back();
    } else {
      return SpellingFault{at, fmt::format("the pattern has no group '{}'", spelled.name),
                           groups_hint(regex)};
    }
    at += spelled.size;
  }
  return result;
}

std::string ReferringText::text_at(const AnchorPlace& match, std::string_view bytes,
                                   std::string_view ending) const {
  std::string text;
  for (const Piece& piece : pieces_) {
    for (const char byte : piece.literal) byte == '\n' ? text.append(ending) : text.append(1, byte);
    if (!piece.group || *piece.group >= match.groups.size()) continue;
    if (const auto& range = match.groups[*piece.group]) {
      text += bytes.substr(range->begin, range->size());
    }
  }
  return text;
}

std::string ReferringText::literal() const {
  std::string text;
  for (const Piece& piece : pieces_) text += piece.literal;
  return text;
}

std::optional<Regex> ReferringText::result_of(const Regex& regex) const {
  if (calls_itself(regex.pattern())) return std::nullopt;
  // Defined but not matched, the pattern lends its groups to be called by number. `\E` ends a
  // quotation that it may have left open, the line end a comment.
  std::string pattern = fmt::format("(?(DEFINE)(?:{}\\E\n))", regex.pattern());
  std::map<std::size_t, std::size_t> taken;  // group referred to, and the new group that took it
  for (const Piece& piece : pieces_) {
    pattern += quoted(piece.literal);
    if (!piece.group) continue;
    const auto [group, is_first] =
        taken.try_emplace(*piece.group, regex.groups() + taken.size() + 1);
    pattern +=
        is_first ? fmt::format("((?{}))", *piece.group) : fmt::format("\\g{{{}}}", group->second);
  }
  auto compiled = Regex::compile(pattern);
  if (auto* result = std::get_if<Regex>(&compiled)) return std::move(*result);
  return std::nullopt;
}

}  // namespace patcher
