// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/cli/command_words.hpp"
#include "patcher/plan/due_checks.hpp"
#include "patcher/tree/split_worktree.hpp"

namespace patcher {

/// Where a check is run.
struct CheckSite {
  const Manifest& manifest;
  const SplitWorktree& tree;
  const std::vector<RecordedPatch>& stack;
  std::string own;  ///< The folder for whatever it writes, byte-code first.
};

/// One command of a check.
struct CheckLine {
  FilledCommand command;
  std::vector<std::string> shown;  ///< What people are told of it.
};

/// The commands that `ready` is: one, or one for each file that its patch left where a word has
/// `{file}`; none where the patch left no file.
///
/// Python keeps the byte-code of all that they import in `site.own`, so that none is taken from the
/// tree and none stays there. A file of a part that lies elsewhere is named by its absolute path.
[[nodiscard]] std::vector<CheckLine> lines_of(const ReadyCheck& ready, const CheckSite& site);

}  // namespace patcher
