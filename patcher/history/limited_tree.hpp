// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/tree/stored_tree.hpp"

namespace patcher {

/// A tree of which only some globs are searched: others catch nothing. Looking for a file that is
/// gone in all of a tree, which only helps a hint, would cost more than all else.
class LimitedTree final : public Tree {
 public:
  /// `tree` and `globs` must outlive this.
  LimitedTree(const Tree& tree, const std::vector<std::string>& globs)
      : tree_(tree), globs_(globs) {}

  [[nodiscard]] Result<Entry> look(const TreePath& path) const override { return tree_.look(path); }
  [[nodiscard]] Result<std::vector<Match>> match(const std::string& glob) const override;

 private:
  const Tree& tree_;
  const std::vector<std::string>& globs_;
};

}  // namespace patcher
