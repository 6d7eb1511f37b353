// SPDX-License-Identifier: MIT
#include "patcher/locate/nearest_bytes.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "patcher/locate/likely_lines.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostPart = 1024;  // Bytes; the time grows with it times the line's size.
constexpr std::size_t kMostLine = 4096;  // Bytes of a line that are compared.

/// The best ending of a part's first bytes at one byte of a line, and where it began.
struct Cell {
  std::size_t distance = 0;
  std::size_t begin = 0;

  friend auto operator<=>(const Cell&, const Cell&) = default;
};

/// The range of `line` that is least distant from `part`.
std::pair<std::size_t, ByteRange> nearest_range(std::string_view part, std::string_view line) {
  // column[i]: the best range that ends at the byte reached, for the first i bytes of `part`.
  std::vector<Cell> column(part.size() + 1);
  for (std::size_t i = 0; i <= part.size(); ++i) column[i].distance = i;
  Cell best = column[part.size()];
  std::size_t best_end = 0;
  for (std::size_t j = 0; j < line.size(); ++j) {
    Cell diagonal = std::exchange(column[0], Cell{0, j + 1});
    for (std::size_t i = 0; i < part.size(); ++i) {
      const Cell both{diagonal.distance + (part[i] == line[j] ? 0 : 1), diagonal.begin};
      diagonal = column[i + 1];
      const Cell missing{column[i].distance + 1, column[i].begin};
      const Cell extra{diagonal.distance + 1, diagonal.begin};
      column[i + 1] = std::min({both, missing, extra});
    }
    const Cell& whole = column[part.size()];
    const bool is_longer = whole == best;
    if (whole.distance >= best.distance && !is_longer) continue;
    best = whole;
    best_end = j + 1;
  }
  return {best.distance, {best.begin, best_end}};
}

/// Where in a long `line` the most bytes of `part` are near each other: about `kMostLine` of it.
ByteRange likely_region(std::string_view part, std::string_view line) {
  if (line.size() <= kMostLine) return {0, line.size()};
  std::vector<char> is_wanted(256, 0);
  for (const char c : part) is_wanted[static_cast<unsigned char>(c)] = 1;
  const auto wanted = [&](std::size_t at) {
    return is_wanted[static_cast<unsigned char>(line[at])] != 0 ? std::size_t{1} : 0;
  };
  std::size_t inside = 0;
  std::size_t most = 0;
  std::size_t best_end = kMostLine;
  for (std::size_t end = 1; end <= line.size(); ++end) {
    inside += wanted(end - 1);
    if (end > part.size()) inside -= wanted(end - part.size() - 1);
    if (inside <= most) continue;
    most = inside;
    best_end = end;
  }
  const std::size_t end = std::min(line.size(), best_end + kMostLine / 2);
  return {std::max(end, kMostLine) - kMostLine, end};
}

}  // namespace

std::optional<LinePart> nearest_bytes(std::string_view part, const SourceText& text,
                                      ByteRange within) {
  if (part.empty() || part.size() > kMostPart) return std::nullopt;
  std::optional<LinePart> best;
  for (const std::size_t line : likely_holders(part, text, lines_within(text, within))) {
    const std::string_view content = text.lines().text(line);
    const ByteRange region = likely_region(part, content);
    const auto [distance, range] = nearest_range(part, content.substr(region.begin, region.size()));
    if (distance * 2 > part.size() || (best && best->distance <= distance)) continue;
    best = LinePart{line, {region.begin + range.begin, region.begin + range.end}, distance};
  }
  return best;
}

}  // namespace patcher
