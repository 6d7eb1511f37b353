// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <vector>

#include "patcher/plan/record.hpp"
#include "patcher/plan/view.hpp"

namespace patcher {

/// A recorded patch whose bytes stand in the tree, with the exact step that made them.
struct Layer {
  RecordedPatch recorded;
  PatchStep exact;
};

/// A tree with its recorded stack taken off in memory.
struct PeeledStack {
  View base;                            ///< The bytes below every layer.
  std::vector<Layer> layers;            ///< Bottom first.
  std::vector<RecordedPatch> modified;  ///< Recorded, but the bytes moved since; not taken off.
  std::vector<RecordedPatch> gone;      ///< Recorded, but all their files are back at the base.
  std::set<TreePath> broken;            ///< Files of `modified`.
};

/// Takes the patches of `record` off `tree`, top first, by their recorded inverses.
///
/// A patch comes off when each of its files has the recorded blob and mode after it, and undoing
/// gives the recorded blob before it. A file that is back at the blob below its whole chain (a
/// `git checkout`) counts as not written: bytes decide.
[[nodiscard]] PeeledStack peel(const Record& record, const Tree& tree);

}  // namespace patcher
