// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/tree/worktree.hpp"

namespace patcher {

/// Whether a run that ended in the middle left its journal in `root`, or one is at work there now.
///
/// Changes nothing. Errors: unsafe_link, io_error.
[[nodiscard]] Result<bool> has_journal(const Worktree& root);

/// The error for a command that repairs nothing and finds the journal of a run in `root`.
[[nodiscard]] Diagnostic interrupted_error(const Worktree& root);

/// The same for a command that holds no lock itself: tree_locked while that run is still at work.
[[nodiscard]] Diagnostic interrupted_or_at_work(const Worktree& root, FileSystem& files);

/// Takes every run that ended in the middle in one of `roots` back, or forward if its commit mark
/// stands, in all the roots that it wrote in.
///
/// `roots` must be locked by the caller; roots of the run that are not among them are opened where
/// the journal says and locked as well, and one of `roots` is recognised by its journal wherever it
/// is now. Gives a note, recovered, for each run.
/// Errors: interrupted when a root of the run cannot be found, or something in it is neither as it
/// was before that run nor as it was to be; tree_locked; record_unreadable; unsafe_link; io_error.
[[nodiscard]] Result<Diagnostics> recover(const std::vector<const Worktree*>& roots,
                                          FileSystem& files);

}  // namespace patcher
