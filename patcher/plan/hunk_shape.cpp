// SPDX-License-Identifier: MIT
#include "patcher/plan/hunk_shape.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace patcher {
namespace {

/// One side of a hunk, being looked for.
struct Side {
  std::string_view bytes;
  bool at_start = false;
  bool at_end = false;
};

bool stands_at(const Side& side, std::string_view text, std::size_t begin) {
  const std::size_t end = begin + side.bytes.size();
  const bool begins_line = begin == 0 || text[begin - 1] == '\n';
  const bool ends_line = side.bytes.ends_with('\n') || end == text.size();
  return begins_line && ends_line && (!side.at_start || begin == 0) &&
         (!side.at_end || end == text.size());
}

std::vector<Spot> spots_of(const Side& side, const SourceText& text, ByteRange within) {
  std::vector<Spot> spots;
  const std::string_view bytes = text.bytes();
  if (side.bytes.empty()) {
    if (bytes.empty()) spots.push_back({{0, 0}, 0});
    return spots;
  }
  // A byte order mark is a part of the diff's first line.
  std::size_t at = within == text.all() ? 0 : within.begin;
  while (at < within.end) {
    const void* const hit =
        ::memmem(bytes.data() + at, within.end - at, side.bytes.data(), side.bytes.size());
    if (hit == nullptr) break;
    at = static_cast<std::size_t>(static_cast<const char*>(hit) - bytes.data());
    if (stands_at(side, bytes, at)) {
      spots.push_back({{at, at + side.bytes.size()}, text.lines().line_at(at)});
    }
    const std::size_t newline = bytes.find('\n', at);
    if (newline == std::string_view::npos) break;
    at = newline + 1;
  }
  return spots;
}

/// How many bytes of whole lines `a` and `b` begin with alike.
std::size_t common_head(std::string_view a, std::string_view b) {
  const auto differing = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  const auto same = static_cast<std::size_t>(differing - a.begin());
  return a.substr(0, same).rfind('\n') + 1;
}

/// How many bytes of whole lines they end with alike; both begin with a line.
std::size_t common_tail(std::string_view a, std::string_view b) {
  const auto differing = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first;
  const auto same = static_cast<std::size_t>(differing - a.rbegin());
  const auto begins_line = [](std::string_view text, std::size_t tail) {
    return tail == text.size() || text[text.size() - tail - 1] == '\n';
  };
  if (begins_line(a, same) && begins_line(b, same)) return same;
  const std::size_t newline = a.find('\n', a.size() - same);
  return newline == std::string_view::npos ? 0 : a.size() - newline - 1;
}

Splice changed(std::string_view from, std::string_view to, ByteRange range) {
  const std::size_t head = common_head(from, to);
  const std::size_t tail = common_tail(from.substr(head), to.substr(head));
  return {{range.begin + head, range.end - tail},
          std::string(to.substr(head, to.size() - head - tail))};
}

}  // namespace

HunkShape hunk_shape(const TextEdit& edit) {
  const auto& anchor = std::get<HunkAnchor>(edit.anchor);
  return {anchor.text, edit.text, anchor.at_start, anchor.at_end};
}

Places sides_of(const HunkShape& shape, const SourceText& text, ByteRange within) {
  const auto spots = [&](std::string_view bytes) {
    return spots_of({bytes, shape.at_start, shape.at_end}, text, within);
  };
  return {spots(shape.old_bytes), spots(shape.result_bytes)};
}

Splice forward_of(const HunkShape& shape, const Spot& spot) {
  return changed(shape.old_bytes, shape.result_bytes, spot.range);
}

Splice backward_of(const HunkShape& shape, const Spot& spot) {
  return changed(shape.result_bytes, shape.old_bytes, spot.range);
}

LinePattern near_pattern(std::string_view side) {
  LinePattern pattern;
  while (!side.empty()) {
    const std::size_t newline = std::min(side.find('\n'), side.size());
    std::string_view line = side.substr(0, newline);
    side.remove_prefix(std::min(newline + 1, side.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    pattern.lines.push_back({std::string(line), 0, Base::none});
  }
  return pattern;
}

}  // namespace patcher
