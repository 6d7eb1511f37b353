// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/tree/split_worktree.hpp"
#include "patcher/write/process.hpp"
#include "patcher/write/removal.hpp"

namespace patcher {

/// One rebuild of one tree, ready to run.
struct RebuildJob {
  std::string id;
  std::string tree;
  std::vector<std::string> remove;    ///< Paths or globs of the tree.
  std::vector<std::string> produces;  ///< Paths or globs of the tree.
  std::set<TreePath> sources;         ///< Files that must never be deleted.
  Process process;
  Place where;  ///< In the manifest.
};

/// What a rebuild works with.
struct Workshop {
  const SplitWorktree& tree;
  FileSystem& files;
  Processes& processes;
};

/// Everything that must not be there when the command starts: what is to be removed, and what it is
/// to make.
[[nodiscard]] Removal removal_for(const RebuildJob& job);

/// Those of `products`, paths or globs of `tree`, of which no regular file is there.
[[nodiscard]] std::vector<std::string> missing_products(const std::vector<std::string>& products,
                                                        const SplitWorktree& tree);

/// Deletes what `job` removes and what it is to make, runs its command, and proves its products.
///
/// Because nothing of the products is there when the command starts, whatever is there when it ends
/// is its own making: no time is looked at. A product must be a regular file; a glob must catch at
/// least one. Errors: those of `remove_caught`, before the command is started; rebuild_failed when
/// the command does not end well, with the end of its output; product_missing. All but the first
/// say what is not there any more.
[[nodiscard]] Status run_rebuild(const RebuildJob& job, const Workshop& workshop,
                                 const ProcessWatch& watch);

/// The last lines of `output`, at most `most`, each one line of text.
[[nodiscard]] std::vector<ExcerptLine> last_lines(std::string_view output, std::size_t most);

}  // namespace patcher
