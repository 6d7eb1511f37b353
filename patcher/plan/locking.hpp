// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/manifest/lock.hpp"
#include "patcher/plan/assessment.hpp"

namespace patcher {

/// What `entry` is for git.
[[nodiscard]] GitEntry git_entry_of(const Entry& entry);

/// The globs and paths that `manifest` names for `tree` besides the files of its patches, whose
/// result sets a lock holds: the sources of its rebuilds. Ascending, each once; none for a tree
/// that no patch edits, because nothing that the manifest does can make them matter.
[[nodiscard]] std::vector<std::string> guarded_globs(const Manifest& manifest,
                                                     std::string_view tree);

/// What `glob` catches in `view`. Errors: those of Tree::match and Tree::look.
[[nodiscard]] Result<std::map<TreePath, GitEntry>> caught_by(const std::string& glob,
                                                             const View& view);

/// The lock's part for the tree of `assessment`: what stands below every patch at each path that
/// planning the whole set looks at, what each guarded glob catches there, and what each written
/// file is after each patch.
///
/// The same for a tree where all, some or none of the set is applied.
/// Errors: the reasons of every patch that is neither pristine nor applied; lock_drift for a
/// recorded patch that the set does not have and that stands on what would be locked;
/// not_supported for a caught name that is not UTF-8; those of Tree::match and Tree::look.
[[nodiscard]] Result<LockedTree> lock_tree(const Assessment& assessment);

}  // namespace patcher
