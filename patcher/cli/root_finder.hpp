// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "patcher/cli/image_roots.hpp"
#include "patcher/cli/locator.hpp"
#include "patcher/cli/options.hpp"
#include "patcher/cli/roots.hpp"

namespace patcher {

/// Finds and opens the roots of a manifest's trees, one at a time, for `open_roots`.
class RootFinder {
 public:
  /// All must outlive this, and `files` the roots.
  RootFinder(const Manifest& manifest, const Options& options, FileSystem& files);

  /// Opens the root of `spec` and its parts, with warnings (two_copies) where there are others
  /// like them.
  ///
  /// An entry of `locate:` with a mapped folder that does not exist leads nowhere.
  /// Errors: not_supported, tree_not_found, tree_ambiguous, io_error; those of open_git_tree
  /// and ImageRoots::find.
  [[nodiscard]] Result<OpenRoot> find(const TreeSpec& spec);

 private:
  using Tree = std::unique_ptr<SplitWorktree>;
  using Folder = std::unique_ptr<Worktree>;
  using Parts = std::vector<SplitWorktree::Part>;
  using Notes = std::vector<Note>;
  [[nodiscard]] Result<OpenRoot> find_stored(const TreeSpec& spec, const std::string& where);
  [[nodiscard]] Result<Tree> open(const TreeSpec& spec);
  [[nodiscard]] Result<Tree> open_given(const TreeSpec& spec, const std::string& where);
  [[nodiscard]] Result<Tree> open_located(const TreeSpec& spec);
  [[nodiscard]] Result<Tree> open_entry(const Location& location, const TreeSpec& spec,
                                        Notes& tried);
  [[nodiscard]] Result<Folder> open_part(const MappedPart& part, const TreeSpec& spec,
                                         const std::string& root, Notes& tried);
  [[nodiscard]] Result<Folder> open_if_there(const std::string& folder, const std::string& at);

  const Options& options_;
  FileSystem& files_;
  Locator locator_;
  ImageRoots images_;
};

}  // namespace patcher
