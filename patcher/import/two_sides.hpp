// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/core/line_diff.hpp"
#include "patcher/core/tree_path.hpp"
#include "patcher/locate/source_text.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// Lines `[first, end)` of the old side, 0-based, and what stands for them on the new side.
struct LineRegion {
  std::size_t first = 0;
  std::size_t end = 0;
  std::size_t new_first = 0;
  std::size_t new_end = 0;
};

/// A definition that both sides have.
struct SharedScope {
  std::string path;
  ByteRange before;
  ByteRange after;
};

/// The old and the new text of one file, in lines.
class TwoSides {
 public:
  /// The texts are taken from `cache`, which must outlive this.
  TwoSides(const TreePath& file, const Bytes& before, const Bytes& after, SourceCache& cache);

  [[nodiscard]] const TreePath& file() const { return file_; }
  [[nodiscard]] const SourceText& before() const { return *before_; }
  [[nodiscard]] const SourceText& after() const { return *after_; }
  /// The lines of each side, each with its ending.
  [[nodiscard]] const std::vector<std::string_view>& old_lines() const { return old_lines_; }
  [[nodiscard]] const std::vector<std::string_view>& new_lines() const { return new_lines_; }
  [[nodiscard]] ByteRange old_bytes(const LineRegion& region) const;
  [[nodiscard]] ByteRange new_bytes(const LineRegion& region) const;
  /// The definitions around all of `lines`, innermost first, that a scope can name on both sides.
  [[nodiscard]] std::vector<SharedScope> scopes_around(const LineRegion& lines) const;

 private:
  [[nodiscard]] const std::optional<SharedScope>& scope_of(std::size_t definition) const;

  TreePath file_;
  std::shared_ptr<const SourceText> before_;
  std::shared_ptr<const SourceText> after_;
  std::vector<std::string_view> old_lines_;
  std::vector<std::string_view> new_lines_;
  std::vector<std::size_t> old_starts_;  ///< One more than lines: the end of the text.
  std::vector<std::size_t> new_starts_;
  mutable std::map<std::size_t, std::optional<SharedScope>> scopes_;  ///< By definition.
};

}  // namespace patcher
