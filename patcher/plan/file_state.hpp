// SPDX-License-Identifier: MIT
#pragma once

#include <set>

#include "patcher/plan/record.hpp"
#include "patcher/plan/state.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// What the record says of one file, whichever patches wrote it.
struct Chain {
  const RecordedFile* lowest = nullptr;
  const RecordedFile* highest = nullptr;
  const RecordedPatch* top = nullptr;  ///< The patch of `highest`.
};

/// The chain of a file that `record` names; it must outlive the chain.
[[nodiscard]] Chain chain_of(const TreePath& path, const Record& record);

/// How a file stands to what the record says of it.
enum class Difference { none, gone, back, there_again, mode, text, other };

[[nodiscard]] Difference difference_of(const Entry& entry, const Chain& chain);

/// How a file that `record` names stands to it: applied as its last patch left it, pristine when it
/// is back at the bytes below every patch, else modified.
[[nodiscard]] State state_of_file(const TreePath& path, const Record& record, const Tree& tree);

/// The files of `record` that are not as its patches left them, one that cannot be looked at too.
[[nodiscard]] std::set<TreePath> moved_files(const Record& record, const Tree& tree);

}  // namespace patcher
