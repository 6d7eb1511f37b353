// SPDX-License-Identifier: MIT
#include "patcher/manifest/dedent.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace patcher::language {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (true) {
    const std::size_t newline = text.find('\n');
    lines.push_back(text.substr(0, newline));
    if (newline == std::string_view::npos) return lines;
    text.remove_prefix(newline + 1);
  }
}

std::string_view common_start(std::string_view a, std::string_view b) {
  const auto ends = std::ranges::mismatch(a, b);
  return a.substr(0, static_cast<std::size_t>(ends.in1 - a.begin()));
}

}  // namespace

std::string dedented(std::string_view text) {
  const auto lines = lines_of(text);
  std::optional<std::string_view> common;
  for (const std::string_view line : lines) {
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) continue;
    const std::string_view indentation = line.substr(0, first);
    common = common ? common_start(*common, indentation) : indentation;
  }
  std::string result;
  for (const std::string_view line : lines) {
    if (line.data() != lines.front().data()) result += '\n';
    result += line.substr(common_start(line, common.value_or("")).size());
  }
  return result;
}

}  // namespace patcher::language
