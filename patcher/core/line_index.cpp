// SPDX-License-Identifier: MIT
#include "patcher/core/line_index.hpp"

#include <algorithm>
#include <cstring>

namespace patcher {
namespace {
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
}

std::string_view bytes_of(LineEnding ending) {
  switch (ending) {
    case LineEnding::none:
      return "";
    case LineEnding::lf:
      return "\n";
    case LineEnding::crlf:
      return "\r\n";
  }
  return "";
}

LineIndex::LineIndex(std::string_view text) : text_(text) {
  std::size_t begin = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  while (begin < text.size()) {
    starts_.push_back(begin);
    const std::size_t newline = text.find('\n', begin);
    if (newline == std::string_view::npos) break;
    begin = newline + 1;
  }
}

ByteRange LineIndex::whole(std::size_t index) const {
  const std::size_t end = index + 1 < starts_.size() ? starts_[index + 1] : text_.size();
  return {starts_[index], end};
}

ByteRange LineIndex::content(std::size_t index) const {
  ByteRange range = whole(index);
  range.end -= bytes_of(ending(index)).size();
  return range;
}

std::string_view LineIndex::text(std::size_t index) const {
  const ByteRange range = content(index);
  return text_.substr(range.begin, range.size());
}

LineEnding LineIndex::ending(std::size_t index) const {
  const ByteRange range = whole(index);
  const std::string_view line = text_.substr(range.begin, range.size());
  if (line.ends_with("\r\n")) return LineEnding::crlf;
  return line.ends_with('\n') ? LineEnding::lf : LineEnding::none;
}

std::size_t LineIndex::line_at(std::size_t offset) const {
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), offset);
  return next == starts_.begin() ? 0 : static_cast<std::size_t>(next - starts_.begin()) - 1;
}

std::uint32_t LineIndex::number_at(std::size_t offset) const {
  return static_cast<std::uint32_t>(line_at(offset)) + 1;
}

std::uint32_t LineIndex::column_at(std::size_t offset) const {
  if (starts_.empty()) return 1;
  const std::size_t start = starts_[line_at(offset)];
  return offset < start ? 1 : static_cast<std::uint32_t>(offset - start) + 1;
}

}  // namespace patcher
