// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/manifest/manifest.hpp"
#include "patcher/plan/drift_outcome.hpp"
#include "patcher/tree/git_history.hpp"

namespace patcher {

/// The commit that broke a patch, and the last one before it at which what the patch looks at is
/// as it was until then.
struct BreakingCommit {
  const GitHistory& repository;
  const TreeSpec& spec;
  CommitLine before;
  CommitLine commit;
};

/// Adds to `drift` what the commit did to `patch`: the places of the edits that it broke, before
/// and after; what of the patch it brought; where it moved the patch's files.
///
/// What cannot be told stays empty: where the patch fits only on the results of others.
/// Errors: object_unreadable.
[[nodiscard]] Status explain_breakage(const BreakingCommit& breaking, const Patch& patch,
                                      PatchDrift& drift);

}  // namespace patcher
