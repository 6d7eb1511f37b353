// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/plan/file_change.hpp"
#include "patcher/tree/file_system.hpp"
#include "patcher/tree/worktree.hpp"

namespace patcher {

/// What a root has of ours.
enum class Keeps {
  record,  ///< Its tree's record.
  nothing  ///< Only files of a tree whose record is in another root, and a journal while they
           ///< change.
};

/// One root with what must be written in it.
struct RootCommit {
  const Worktree* root = nullptr;
  RootChange change;
  Keeps keeps = Keeps::record;
};

/// Says why a run is to end, if it is.
using StopAsked = std::function<std::optional<Diagnostic>()>;

/// Writes all of `roots`, or nothing.
///
/// Until the commit mark `stop_asked` is called before each step, if it is not empty; what it says
/// ends the run as an error does.
///
/// In order: every target is checked to be the file that was read (inode, mode, links, bytes) and
/// every folder to be writable; a journal of what is going to be done is written into each root;
/// every new file and record is staged beside its target (name `.patcher-<run>-<n>`; mode, owner
/// and extended attributes of the file that it replaces), synced; the targets are checked again and
/// the commit mark is set in the first root; then everything is renamed, removed files are
/// unlinked, stale byte-code is removed, folders are synced, and the journals go. Until the last
/// rename each replaced file is kept under a second name; when any step fails, everything is put
/// back (same inode, same times) and no staged file is left. A run that dies is taken back or
/// forward by `recover`. Gives notes about what was done besides (link_broken), and an error,
/// io_error, for each temporary name or emptied folder that could not be removed once all was
/// written: then the trees stay as those of an interrupted run, which the next one finishes.
/// Errors: content_differs or mode_differs when a target moved since it was read; unsafe_link;
/// path_in_the_way when something else stands where a folder or a record must be; patch_conflict
/// when two roots lead to one file; io_error with the folder or file named.
[[nodiscard]] Result<Diagnostics> commit(const std::vector<RootCommit>& roots, FileSystem& files,
                                         const StopAsked& stop_asked = {});

/// Says whether `commit` of the same would begin to write: the same checks, and nothing else.
[[nodiscard]] Status check_commit(const std::vector<RootCommit>& roots, FileSystem& files);

}  // namespace patcher
