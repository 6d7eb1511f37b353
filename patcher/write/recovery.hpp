// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/tree/stored_tree.hpp"
#include "patcher/tree/worktree.hpp"

namespace patcher {

/// Whether a run that ended in the middle left its journal in `root`, or one is at work there now.
///
/// Changes nothing. Errors: unsafe_link, io_error.
[[nodiscard]] Result<bool> has_journal(const Worktree& root);
[[nodiscard]] Result<bool> has_journal(const StoredTree& root);

/// The error for a command that repairs nothing and finds the journal of a run in `root`.
[[nodiscard]] Diagnostic interrupted_error(const Worktree& root);

/// The same for a command that holds no lock itself: tree_locked while that run is still at work.
[[nodiscard]] Diagnostic interrupted_or_at_work(const Worktree& root, FileSystem& files);

/// Roots of interrupted runs that are gone for good, by the paths that the journals have.
using GivenUp = std::set<std::string>;

/// Refuses to give up what no run that was interrupted in `roots` has: another root may be meant.
///
/// Errors: usage for each such path; those of reading a journal.
[[nodiscard]] Status check_given_up(const std::vector<const Worktree*>& roots,
                                    const GivenUp& given_up);

/// Takes every run that ended in the middle in one of `roots` back, or forward if its commit mark
/// stands, in all the roots that it wrote in but those that are `given_up`.
///
/// `roots` must be locked by the caller; roots of the run that are not among them are opened where
/// the journal says and locked as well, and one of `roots` is recognised by its journal wherever it
/// is now; the path alone proves nothing. Where the first root, which has the mark, is given up,
/// the rest goes back, unless it shows that every file was exchanged. Gives a note, recovered, for
/// each run and for each root that was given up. Errors: interrupted when a root of the run cannot
/// be found or has no journal where it must have one, or something in it is neither as it was
/// before that run nor as it was to be, or a root that is given up is there; usage for one that no
/// such run has; tree_locked; record_unreadable; unsafe_link; io_error.
[[nodiscard]] Result<Diagnostics> recover(const std::vector<const Worktree*>& roots,
                                          const GivenUp& given_up, FileSystem& files);

}  // namespace patcher
