// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "patcher/image/shell_fate.hpp"

namespace patcher {

/// One way in which a script can have run so far.
struct ShellPath {
  enum class End { none, exited, returned, broke, continued };
  int status = 0;       ///< Of the last command: 0, or 1 for any failure.
  End end = End::none;  ///< What it is on its way out of.
  ShellMode mode;
  bool ran = false;         ///< Whether the subject ran.
  bool failed = false;      ///< Whether it failed, the last time that it ran.
  bool carries = false;     ///< Whether `status` comes from the subject's failure.
  bool made_good = false;   ///< Whether another command did its work.
  bool fresh_loss = false;  ///< Whether `status` is the 0 that a `||` made of the failure.
  std::optional<Loss> lost;
  std::map<std::string, std::string> variables;  ///< Those whose value is known.
  std::map<std::string, const ShellNode*> functions;

  [[nodiscard]] bool goes_on() const { return end == End::none; }
};

using ShellPaths = std::vector<ShellPath>;

/// Adds `more` to `paths`, but for those that say nothing new.
void add_paths(ShellPaths& paths, ShellPaths more);

/// `path` where something else than its status counts from here on, which `at` brings about.
[[nodiscard]] ShellPath dropped(ShellPath path, LossKind kind, ByteRange at);
/// `path` after something that always ends well.
[[nodiscard]] ShellPath ended_well(ShellPath path);

/// Takes the paths that go on out of `paths`; the others are left in it.
[[nodiscard]] ShellPaths going_on(ShellPaths& paths);

/// The status of a test (`[`, `test`, `[[`, `((`) on `path`: 0, 1, or nothing where it cannot be
/// told.
[[nodiscard]] std::optional<int> status_of_test(const ShellNode& test, const ShellPath& path);

}  // namespace patcher
