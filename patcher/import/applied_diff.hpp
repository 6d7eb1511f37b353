// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/import/change.hpp"
#include "patcher/manifest/diff.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// A tree with diffs applied to it in memory, one after another.
class DiffedTree {
 public:
  /// `tree` must outlive this.
  explicit DiffedTree(const Tree& tree) : tree_(tree) {}

  /// Applies all of `diff`; `strip` leading components of its paths are not the tree's, one that is
  /// the diff's own if it is absent.
  ///
  /// The hunks of a file stand at the lines that their headers name, all of them, or else each in
  /// the one place where its lines are. Errors, all of them, at the hunk or section:
  /// anchor_not_found and anchor_ambiguous for hunks; file_missing, path_in_the_way,
  /// content_differs and mode_differs for files that are not as the diff says; those of paths and
  /// of Tree::look.
  [[nodiscard]] Status apply(const Diff& diff, std::optional<std::size_t> strip);

  /// What the diffs changed in all: files that differ from the tree's.
  [[nodiscard]] std::vector<ChangedPath> changes() const;

 private:
  class Section;
  struct Slot {
    Entry before;
    Entry now;
    std::optional<TreePath> from;  ///< The tree's path whose file was moved here.
  };

  [[nodiscard]] Result<Slot*> slot(const TreePath& path);

  const Tree& tree_;
  std::map<TreePath, Slot> slots_;
};

}  // namespace patcher
