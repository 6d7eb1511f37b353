// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "patcher/tree/tree.hpp"

namespace patcher {

/// A tree over a folder on the disk, opened once; later renames of the folder do not matter.
class Worktree final : public Tree {
 public:
  /// Opens the folder at `root`. The root itself may be reached through links.
  ///
  /// Errors: tree_not_found when there is no folder at `root`; io_error.
  [[nodiscard]] static Result<std::unique_ptr<Worktree>> open(const std::string& root);
  ~Worktree() override;
  Worktree(const Worktree&) = delete;
  Worktree& operator=(const Worktree&) = delete;

  [[nodiscard]] Result<Entry> look(const TreePath& path) const override;
  /// Reads `.patcher/record.json`, the one file of our own in a tree; absent when there is none.
  ///
  /// Errors: unsafe_link when `.patcher` or the record is a link; io_error.
  [[nodiscard]] Result<Entry> look_at_record() const;
  /// The root as it was given to `open`.
  [[nodiscard]] const std::string& root() const { return root_; }
  /// The open folder's file descriptor, owned by this object.
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  Worktree(std::string root, int descriptor) : root_(std::move(root)), descriptor_(descriptor) {}
  std::string root_;
  int descriptor_;
};

/// The commit that the checkout at `root` is at, or empty where `root` itself is no git checkout.
///
/// Reads only `root`'s own repository, never an enclosing one, and runs nothing. Empty too for a
/// repository that cannot be read or belongs to another user, and before the first commit.
[[nodiscard]] std::string commit_at(const std::string& root);

}  // namespace patcher
