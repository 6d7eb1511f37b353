// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "patcher/cli/options.hpp"
#include "patcher/core/result.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/tree/split_worktree.hpp"

namespace patcher {

/// One tree of a manifest with the folders that it is read from.
struct OpenRoot {
  const TreeSpec* spec = nullptr;
  std::unique_ptr<SplitWorktree> worktree;
  Diagnostics warnings = {};  ///< About other copies of the tree.
};

/// Opens the root of every tree that the run needs: those with a selected patch.
///
/// `--root` decides; without it the tree's `locate:` list is tried in order, relative paths being
/// relative to the manifest's folder, and Python packages being found in the installations that
/// the process's environment leads to. All failures are collected. `files` must outlive the roots.
/// Errors: usage for a `--root`, `--tree` or `--only` that names nothing, and for two roots or
/// parts that are one folder; unsafe_path for a part given at an unsafe path; not_supported for
/// `git:` and `oci:`; tree_not_found; tree_ambiguous; io_error.
[[nodiscard]] Result<std::vector<OpenRoot>> open_roots(const Manifest& manifest,
                                                       const Options& options, FileSystem& files);

}  // namespace patcher
