// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "patcher/cli/options.hpp"
#include "patcher/core/result.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/tree/split_worktree.hpp"
#include "patcher/tree/stored_tree.hpp"

namespace patcher {

/// One tree of a manifest with what it is read from: folders, a commit, or an image.
struct OpenRoot {
  const TreeSpec* spec = nullptr;
  std::unique_ptr<SplitWorktree> worktree;  ///< Null where the tree is stored.
  Diagnostics warnings = {};                ///< About other copies of the tree.
  std::unique_ptr<StoredTree> stored = {};  ///< Null where the tree is in folders.

  [[nodiscard]] const Tree& tree() const;
  /// The root as it was found or given.
  [[nodiscard]] const std::string& where() const;
  /// The commit that the tree is at; empty when unknown.
  [[nodiscard]] std::string commit() const;
  [[nodiscard]] InHistory in_history(const std::string& commit) const;
  [[nodiscard]] Result<Entry> look_at_record() const;
  /// The folders that it is read from, the main one first; none where it is stored.
  [[nodiscard]] std::vector<const Worktree*> folders() const;
  /// Its parts that lie in folders of their own.
  [[nodiscard]] const std::vector<SplitWorktree::Part>& parts() const;
};

/// The roots of a run.
struct OpenRoots {
  std::vector<OpenRoot> roots;  ///< In the manifest's order.
  Diagnostics notes = {};       ///< About trees without a patch that were not looked at.
};

/// Opens the root of every tree that the run is about: all, or those with a selected patch.
///
/// A tree without any patch may still have what the manifest once applied there. One that is not
/// to be found, or of which it cannot be told where it is, gets a note instead of an error.
/// `--root` decides; without it the tree's `locate:` list is tried in order, relative paths being
/// relative to the manifest's folder, and Python packages being found in the installations that
/// the process's environment leads to. All failures are collected. `files` must outlive the roots.
/// Errors: usage for a `--root`, `--tree` or `--only` that names nothing, and for two roots or
/// parts that are one folder; unsafe_path for a part given at an unsafe path; not_supported for
/// a part beside or in what is no folder; tree_not_found; tree_ambiguous; io_error; those of
/// open_git_tree and ImageRoots::find.
[[nodiscard]] Result<OpenRoots> open_roots(const Manifest& manifest, const Options& options,
                                           FileSystem& files);

}  // namespace patcher
