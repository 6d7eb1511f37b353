// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/cli/locator.hpp"
#include "patcher/cli/options.hpp"
#include "patcher/cli/roots.hpp"

namespace patcher {

/// Finds and opens the roots of a manifest's trees, one at a time, for `open_roots`.
class RootFinder {
 public:
  /// All must outlive this, and `files` the roots.
  RootFinder(const Manifest& manifest, const Options& options, FileSystem& files);

  /// Opens the root of `spec`, with a warning (two_copies) when there are others like it.
  ///
  /// Errors: not_supported, tree_not_found, tree_ambiguous, io_error.
  [[nodiscard]] Result<OpenRoot> find(const TreeSpec& spec);

 private:
  using Opened = Result<std::unique_ptr<Worktree>>;
  [[nodiscard]] Opened open(const TreeSpec& spec);
  [[nodiscard]] Opened open_given(const TreeSpec& spec, const std::string& where);
  [[nodiscard]] Opened open_located(const TreeSpec& spec);

  const Options& options_;
  FileSystem& files_;
  Locator locator_;
};

}  // namespace patcher
