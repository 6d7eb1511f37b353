// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "patcher/plan/assessment.hpp"
#include "patcher/plan/changed_tree.hpp"
#include "patcher/plan/file_change.hpp"

namespace patcher {

/// A tree as a change would leave it, with the set judged on it, in memory.
///
/// Refers to the manifest, tree and cache of the assessment that it was made from.
class PlannedTree {
 public:
  /// What `from`'s tree and record would be after `change`. Errors: record_unreadable.
  [[nodiscard]] static Result<std::unique_ptr<PlannedTree>> after(const Assessment& from,
                                                                  const RootChange& change);
  PlannedTree(const PlannedTree&) = delete;
  PlannedTree& operator=(const PlannedTree&) = delete;

  [[nodiscard]] const Assessment& assessment() const { return *assessment_; }
  [[nodiscard]] const Tree& tree() const { return tree_; }

 private:
  PlannedTree(const Assessment& from, const RootChange& change, Record record);

  ChangedTree tree_;
  Record record_;
  std::unique_ptr<Assessment> assessment_;
};

/// The tree below the manifest's own patches: what its record has of them is taken off in memory.
class SetBase {
 public:
  /// Errors: those for which 'revert' would refuse.
  [[nodiscard]] static Result<SetBase> below(const Assessment& found);

  /// The set, judged where none of it is applied.
  [[nodiscard]] const Assessment& assessment() const {
    return planned_ ? planned_->assessment() : found_;
  }

 private:
  SetBase(const Assessment& found, std::unique_ptr<PlannedTree> planned)
      : found_(found), planned_(std::move(planned)) {}

  const Assessment& found_;
  std::unique_ptr<PlannedTree> planned_;  ///< Null where nothing was to be taken off.
};

}  // namespace patcher
