// SPDX-License-Identifier: MIT
#include "patcher/plan/placing.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "patcher/locate/blanks.hpp"

namespace patcher {
namespace {

bool mixes(std::string_view base, std::string_view line) {
  if (line.starts_with(' ')) return base.find('\t') != std::string_view::npos;
  return line.starts_with('\t') && base.find(' ') != std::string_view::npos;
}

bool has_directives(Language language) {
  return language == Language::c || language == Language::cpp || language == Language::cuda;
}

/// The preprocessor's lines stay where they are while the code around them moves.
Base base_of(std::string_view text, Language language) {
  if (!has_directives(language)) return Base::shared;
  while (true) {
    if (text.starts_with('#')) return Base::none;
    const std::size_t newline = text.find('\n');
    if (newline == std::string_view::npos) return Base::shared;
    text.remove_prefix(newline + 1);
  }
}

}  // namespace

NewLines block_lines(const std::string& text, int shift, Language language) {
  NewLines fresh;
  const Base base = base_of(text, language);
  Block block = dedented(text);
  for (std::string& line : block.lines) fresh.lines.push_back({std::move(line), shift, base});
  fresh.dropped = std::move(block.dropped);
  return fresh;
}

NewLines continued_lines(const std::string& text, Language language) {
  NewLines fresh;
  const Base base = base_of(text, language);
  std::string_view rest = text;
  const std::string_view first = leading_blanks(rest.substr(0, rest.find('\n')));
  while (true) {
    const std::size_t newline = rest.find('\n');
    const std::string_view line = rest.substr(0, newline);
    const std::string_view own = leading_blanks(line);
    const std::size_t shared = own.starts_with(first) ? first.size() : own.size();
    const int shift = static_cast<int>(shared) - static_cast<int>(first.size());
    fresh.lines.push_back({std::string(is_blank(line) ? "" : line.substr(shared)), shift, base});
    if (newline == std::string_view::npos) break;
    rest.remove_prefix(newline + 1);
  }
  fresh.dropped = first;
  return fresh;
}

std::variant<std::string, Unfit> placed_line(const PatternLine& line, const std::string& base) {
  if (line.text.empty()) return std::string{};
  if (line.base == Base::none) return line.text;
  const std::optional<std::string> prefix = shifted(base, line.shift);
  if (!prefix) return Unfit::cannot_shift;
  if (mixes(*prefix, line.text)) return Unfit::mixes_tabs_and_spaces;
  return *prefix + line.text;
}

std::string_view ending_near(const LineIndex& lines, std::size_t index) {
  for (std::size_t i = index + 1; i > 0; --i) {
    const LineEnding ending = lines.ending(i - 1);
    if (ending != LineEnding::none) return bytes_of(ending);
  }
  return bytes_of(LineEnding::lf);
}

std::string with_endings(std::string_view bytes, const LineIndex& lines, std::size_t index) {
  const std::string_view ending = ending_near(lines, index);
  std::string result;
  for (const char byte : bytes) byte == '\n' ? result.append(ending) : result.append(1, byte);
  return result;
}

std::variant<std::string, Unfit> text_of(const Placement& placement, const std::string& base,
                                         const LineIndex& lines) {
  std::string result;
  for (std::size_t i = 0; i < placement.lines.size(); ++i) {
    auto line = placed_line(placement.lines[i], base);
    if (const auto* unfit = std::get_if<Unfit>(&line)) return *unfit;
    const bool is_last = i + 1 == placement.lines.size();
    const std::size_t beside =
        is_last ? placement.last_neighbour
                : std::min(placement.first_neighbour + i, placement.last_neighbour);
    result += std::get<std::string>(line);
    result += ending_near(lines, beside);
  }
  return result;
}

void hand_over_missing_ending(Splice& splice, std::string_view ending) {
  splice.text.erase(splice.text.size() - ending.size());
  splice.text.insert(0, ending);
}

}  // namespace patcher
