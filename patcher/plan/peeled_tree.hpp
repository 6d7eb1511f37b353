// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/plan/view.hpp"

namespace patcher {

/// What a view shows, as a tree of its own, so that what is looked at from here on can be told
/// from what was looked at before.
class PeeledTree final : public Tree {
 public:
  /// `view` must outlive this.
  explicit PeeledTree(const View& view) : view_(&view) {}

  [[nodiscard]] Result<Entry> look(const TreePath& path) const override {
    if (view_->absent_folders().contains(path)) return Entry{};
    return view_->look(path);
  }
  [[nodiscard]] Result<std::vector<Match>> match(const std::string& glob) const override {
    return view_->match(glob);
  }

 private:
  const View* view_;
};

}  // namespace patcher
