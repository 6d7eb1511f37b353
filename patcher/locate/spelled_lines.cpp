// SPDX-License-Identifier: MIT
#include "patcher/locate/spelled_lines.hpp"

#include <string_view>
#include <utility>

#include "patcher/locate/blanks.hpp"

namespace patcher {
namespace {

/// The preprocessor's lines stay where they are while the code around them moves.
Base base_of(std::string_view text, Language language) {
  if (!is_c_family(language)) return Base::shared;
  while (true) {
    if (text.starts_with('#')) return Base::none;
    const std::size_t newline = text.find('\n');
    if (newline == std::string_view::npos) return Base::shared;
    text.remove_prefix(newline + 1);
  }
}

}  // namespace

SpelledLines block_lines(const std::string& text, int shift, Language language) {
  SpelledLines fresh;
  const Base base = base_of(text, language);
  Block block = dedented(text);
  for (std::string& line : block.lines) fresh.lines.push_back({std::move(line), shift, base});
  fresh.dropped = std::move(block.dropped);
  return fresh;
}

SpelledLines continued_lines(const std::string& text, Language language) {
  SpelledLines fresh;
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

}  // namespace patcher
