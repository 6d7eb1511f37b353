// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/locate/parse_copy.hpp"

namespace patcher {

/// How many braces are open at an offset, by the lexer alone.
///
/// Keeps a pointer: the copy must outlive it.
class BraceDepth {
 public:
  explicit BraceDepth(const ParseCopy& copy);

  [[nodiscard]] std::ptrdiff_t at(std::size_t offset) const;
  /// Whether `range` is one pair of braces with what is between.
  [[nodiscard]] bool is_pair(ByteRange range) const;

 private:
  const std::vector<ByteRange>* pairs_;
  std::vector<std::size_t> opens_;
  std::vector<std::size_t> closes_;
};

}  // namespace patcher
