// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "patcher/tree/descriptor.hpp"
#include "patcher/tree/file_system.hpp"
#include "patcher/tree/in_history.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// A tree over a folder on the disk, opened once; later renames of the folder do not matter.
class Worktree final : public Tree {
 public:
  /// Opens the folder at `root`. The root itself may be reached through links. `files` must
  /// outlive the tree. `at` is where a larger tree has the folder: messages name paths of that
  /// tree.
  ///
  /// Errors: tree_not_found when there is no folder at `root`; io_error.
  [[nodiscard]] static Result<std::unique_ptr<Worktree>> open(
      const std::string& root, FileSystem& files = system_file_system(), std::string at = {});
  Worktree(const Worktree&) = delete;
  Worktree& operator=(const Worktree&) = delete;

  [[nodiscard]] Result<Entry> look(const TreePath& path) const override;
  /// The glob and what it catches are paths of the larger tree, if the folder is a part of one.
  [[nodiscard]] Result<std::vector<Match>> match(const std::string& glob) const override;
  /// Reads `.patcher/record.json`; absent when there is none.
  ///
  /// Errors: unsafe_link when `.patcher` or the record is a link; io_error.
  [[nodiscard]] Result<Entry> look_at_record() const;
  /// Reads the file `name` of our own, in `.patcher`; absent when there is none.
  ///
  /// Errors: those of `look_at_record`.
  [[nodiscard]] Result<Entry> look_at_own(std::string_view name) const;
  /// The root as it was given to `open`.
  [[nodiscard]] const std::string& root() const { return root_; }
  /// The folder's path in a larger tree; empty where the folder is the tree's root.
  [[nodiscard]] const std::string& at() const { return at_; }
  /// The open folder's file descriptor, owned by this object.
  [[nodiscard]] int descriptor() const { return descriptor_.number(); }

 private:
  Worktree(std::string root, Descriptor descriptor, FileSystem& files, std::string at)
      : root_(std::move(root)),
        at_(std::move(at)),
        descriptor_(std::move(descriptor)),
        files_(files) {}
  std::string root_;
  std::string at_;
  Descriptor descriptor_;
  FileSystem& files_;
};

/// The commit that the checkout at `root` is at, or empty where `root` itself is no git checkout.
///
/// Reads only `root`'s own repository, never an enclosing one, and runs nothing. Empty too for a
/// repository that cannot be read or belongs to another user, and before the first commit.
[[nodiscard]] std::string commit_at(const std::string& root);

/// Whether the checkout at `root` has `commit` (40 hex digits) in its history, by the rules of
/// commit_at.
[[nodiscard]] InHistory in_history(const std::string& root, const std::string& commit);

}  // namespace patcher
