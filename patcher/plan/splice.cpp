// SPDX-License-Identifier: MIT
#include "patcher/plan/splice.hpp"

#include <algorithm>

namespace patcher {

void sort(Splices& splices) {
  std::stable_sort(splices.begin(), splices.end(), [](const Splice& a, const Splice& b) {
    return a.range.begin != b.range.begin ? a.range.begin < b.range.begin
                                          : a.is_insertion() && !b.is_insertion();
  });
}

std::string spliced(std::string_view bytes, const Splices& splices) {
  std::string result;
  std::size_t copied = 0;
  for (const Splice& splice : splices) {
    result.append(bytes, copied, splice.range.begin - copied);
    result.append(splice.text);
    copied = splice.range.end;
  }
  return result.append(bytes, copied, bytes.size() - copied);
}

std::vector<ByteRange> new_ranges(const Splices& splices) {
  std::vector<ByteRange> ranges;
  std::size_t added = 0;
  std::size_t taken = 0;
  for (const Splice& splice : splices) {
    const std::size_t begin = splice.range.begin + added - taken;
    ranges.push_back({begin, begin + splice.text.size()});
    added += splice.text.size();
    taken += splice.range.size();
  }
  return ranges;
}

Splices inverse_of(std::string_view bytes, const Splices& splices) {
  const std::vector<ByteRange> ranges = new_ranges(splices);
  Splices inverse;
  for (std::size_t i = 0; i < splices.size(); ++i) {
    const ByteRange& old = splices[i].range;
    inverse.push_back({ranges[i], std::string(bytes.substr(old.begin, old.size()))});
  }
  return inverse;
}

ByteRange moved(ByteRange range, const Splices& splices) {
  ByteRange result = range;
  std::size_t added = 0;
  std::size_t taken = 0;
  for (const Splice& splice : splices) {
    const auto& old = splice.range;
    const bool before_begin =
        splice.is_insertion() ? old.begin <= range.begin : old.end <= range.begin;
    const bool before_end =
        splice.is_insertion() ? old.begin < range.end || before_begin : old.end <= range.end;
    if (!before_begin && old.begin < range.begin) result.begin = old.begin + added - taken;
    if (!before_end && old.begin < range.end) result.end = old.begin + added - taken;
    added += splice.text.size();
    taken += old.size();
    if (before_begin) result.begin = range.begin + added - taken;
    if (before_end) result.end = range.end + added - taken;
  }
  result.end = std::max(result.begin, result.end);
  return result;
}

std::size_t origin_of(std::size_t offset, const Splices& splices) {
  std::size_t added = 0;
  std::size_t taken = 0;
  for (const Splice& splice : splices) {
    const std::size_t begin = splice.range.begin + added - taken;
    if (offset < begin) break;
    if (offset < begin + splice.text.size()) return splice.range.begin;
    added += splice.text.size();
    taken += splice.range.size();
  }
  return offset + taken - added;
}

}  // namespace patcher
