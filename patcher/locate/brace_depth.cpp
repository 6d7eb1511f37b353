// SPDX-License-Identifier: MIT
#include "patcher/locate/brace_depth.hpp"

#include <algorithm>

namespace patcher {
namespace {

std::ptrdiff_t before(const std::vector<std::size_t>& offsets, std::size_t offset) {
  return std::ranges::lower_bound(offsets, offset) - offsets.begin();
}

}  // namespace

BraceDepth::BraceDepth(const ParseCopy& copy) : pairs_(&copy.braces) {
  for (const ByteRange& pair : copy.braces) {
    opens_.push_back(pair.begin);
    closes_.push_back(pair.end - 1);
  }
  for (const ByteRange& bracket : copy.unpaired) {
    const char mark = copy.text[bracket.begin];
    if (mark == '{') opens_.push_back(bracket.begin);
    if (mark == '}') closes_.push_back(bracket.begin);
  }
  std::ranges::sort(opens_);
  std::ranges::sort(closes_);
}

std::ptrdiff_t BraceDepth::at(std::size_t offset) const {
  return before(opens_, offset) - before(closes_, offset);
}

bool BraceDepth::is_pair(ByteRange range) const {
  return std::ranges::binary_search(*pairs_, range);
}

}  // namespace patcher
