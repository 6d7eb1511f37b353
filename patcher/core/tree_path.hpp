// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace patcher {

/// A path of a file below a tree's root, safe by its spelling.
///
/// Invariant: relative, `/` between non-empty components, no `.` or `..`, no NUL, and no
/// component that git or this tool keeps for itself (`.git` in any case, `.patcher` at the top).
/// Whether links lie on the way is a question for the tree, not for the spelling.
class TreePath {
 public:
  /// Why a spelling is refused, as the end of a sentence ("it is absolute"), or nothing.
  [[nodiscard]] static std::optional<std::string> why_unsafe(std::string_view spelling);
  /// Why a safe spelling is still not canonical (`a//b`, `./a`, `a/`, empty), or nothing.
  [[nodiscard]] static std::optional<std::string> why_malformed(std::string_view spelling);
  /// The path of `spelling`, or nothing when it is unsafe or malformed.
  [[nodiscard]] static std::optional<TreePath> parse(std::string_view spelling);

  TreePath() = default;

  [[nodiscard]] const std::string& str() const { return text_; }
  [[nodiscard]] std::vector<std::string_view> components() const;
  /// The path of the folder that holds this file, or nothing for a file at the root.
  [[nodiscard]] std::optional<TreePath> parent() const;
  /// The last component.
  [[nodiscard]] std::string_view name() const;
  /// The last component's part from its last dot on (`.py`), or empty.
  [[nodiscard]] std::string_view extension() const;

  friend bool operator==(const TreePath&, const TreePath&) = default;
  friend auto operator<=>(const TreePath&, const TreePath&) = default;

 private:
  explicit TreePath(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

}  // namespace patcher
