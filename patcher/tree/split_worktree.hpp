// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "patcher/tree/worktree.hpp"

namespace patcher {

/// A tree over a folder on the disk, parts of which may lie in folders of their own.
///
/// Whatever stands at a part's place in the main folder is not of the tree.
class SplitWorktree final : public Tree {
 public:
  /// What the tree has at and below `at`, in a folder of its own.
  struct Part {
    TreePath at;
    std::unique_ptr<Worktree> folder;
  };

  /// No part may lie at or below another's place.
  explicit SplitWorktree(std::unique_ptr<Worktree> main, std::vector<Part> parts = {});
  SplitWorktree(const SplitWorktree&) = delete;
  SplitWorktree& operator=(const SplitWorktree&) = delete;

  /// Errors: those of Worktree::look; unsafe_path for `.patcher` in a part's folder, which may be
  /// the root of another tree.
  [[nodiscard]] Result<Entry> look(const TreePath& path) const override;
  [[nodiscard]] Result<std::vector<Match>> match(const std::string& glob) const override;
  /// Worktree's, of the main folder: a part has no record.
  [[nodiscard]] Result<Entry> look_at_record() const { return main_->look_at_record(); }
  [[nodiscard]] const std::string& root() const { return main_->root(); }

  [[nodiscard]] const Worktree& main() const { return *main_; }
  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
  /// All folders, the main one first.
  [[nodiscard]] std::vector<const Worktree*> folders() const;

 private:
  [[nodiscard]] bool is_in_part(const TreePath& path) const;

  std::unique_ptr<Worktree> main_;
  std::vector<Part> parts_;
};

/// Says whether `path` is `folder` or lies below it.
[[nodiscard]] bool is_in(const TreePath& path, const TreePath& folder);

/// The path of `path` below `folder`, in which it is; nothing for `folder` itself, and where what
/// is left would be `.patcher` or below it.
[[nodiscard]] std::optional<TreePath> below(const TreePath& path, const TreePath& folder);

}  // namespace patcher
