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
  std::size_t size = bytes.size();
  for (const Splice& splice : splices) size += splice.text.size() - splice.range.size();
  std::string result;
  result.reserve(size);
  std::size_t copied = 0;
  for (const Splice& splice : splices) {
    result.append(bytes, copied, splice.range.begin - copied);
    result.append(splice.text);
    copied = splice.range.end;
  }
  result.append(bytes, copied, bytes.size() - copied);
  return result;
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

namespace {

/// Where an end of a range goes. `passes` says whether a splice lies before it altogether.
template <class Passes>
std::size_t moved_end(std::size_t offset, const Splices& splices, Passes passes) {
  std::size_t added = 0;
  std::size_t taken = 0;
  for (const Splice& splice : splices) {
    if (!passes(splice)) {
      // Inside replaced bytes: the beginning of what replaced them.
      const bool inside = splice.range.begin < offset && !splice.is_insertion();
      return (inside ? splice.range.begin : offset) + added - taken;
    }
    added += splice.text.size();
    taken += splice.range.size();
  }
  return offset + added - taken;
}

}  // namespace

ByteRange moved(ByteRange range, const Splices& splices) {
  const auto before_begin = [&](const Splice& splice) { return splice.range.end <= range.begin; };
  const auto before_end = [&](const Splice& splice) {
    if (!splice.is_insertion()) return splice.range.end <= range.end;
    return splice.range.begin < range.end || before_begin(splice);
  };
  const std::size_t begin = moved_end(range.begin, splices, before_begin);
  return {begin, std::max(begin, moved_end(range.end, splices, before_end))};
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
