// SPDX-License-Identifier: MIT
#include "patcher/plan/placing.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace patcher {
namespace {

bool mixes(std::string_view base, std::string_view line) {
  if (line.starts_with(' ')) return base.find('\t') != std::string_view::npos;
  return line.starts_with('\t') && base.find(' ') != std::string_view::npos;
}

}  // namespace

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
