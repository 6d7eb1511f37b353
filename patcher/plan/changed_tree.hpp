// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "patcher/plan/file_change.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// A tree as a run would leave it, in memory: nothing is written.
class ChangedTree final : public Tree {
 public:
  /// `tree` must outlive this. Of the folders that the change may empty, those are gone in which
  /// it leaves nothing.
  ChangedTree(const Tree& tree, const RootChange& change);

  [[nodiscard]] Result<Entry> look(const TreePath& path) const override;
  [[nodiscard]] Result<std::vector<Match>> match(const std::string& glob) const override;

 private:
  [[nodiscard]] bool holds_file(const TreePath& folder) const;
  [[nodiscard]] bool is_empty(const TreePath& folder) const;

  const Tree& tree_;
  std::map<TreePath, Entry> files_;  ///< Changed, added and removed ones.
  std::set<TreePath> gone_;          ///< Folders.
};

}  // namespace patcher
