// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/diagnostic.hpp"

namespace patcher::language {

/// The lines of a diff, read one after the other.
class DiffLines {
 public:
  /// What is viewed must outlive this.
  DiffLines(std::string_view bytes, std::string file) : bytes_(bytes), file_(std::move(file)) {}

  [[nodiscard]] bool at_end() const { return at_ == bytes_.size(); }
  /// The line that is next, without its `\n`; empty at the end.
  [[nodiscard]] std::string_view line() const;
  /// The line behind that one; empty where there is none.
  [[nodiscard]] std::string_view line_after() const;
  /// Whether the next line ends in `\n`.
  [[nodiscard]] bool is_whole() const;
  /// 1-based number of the next line.
  [[nodiscard]] std::uint32_t number() const { return number_; }
  void advance();

  /// The next `count` lines at most, for messages.
  [[nodiscard]] std::vector<ExcerptLine> excerpt(std::size_t count) const;
  /// An error (diff_invalid) at the next line.
  [[nodiscard]] Diagnostic error(std::string message, std::string hint = {}) const;

 private:
  std::string_view bytes_;
  std::string file_;
  std::size_t at_ = 0;
  std::uint32_t number_ = 1;
};

}  // namespace patcher::language
