// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/locate/shell_script.hpp"

namespace patcher {

/// With which options a shell runs a script.
struct ShellMode {
  bool errexit = false;   ///< `-e`
  bool pipefail = false;  ///< `-o pipefail`
};

/// What of a script loses the failure of a command.
enum class LossKind { either, sequence, pipe, negation, condition, loop, substitution, background };

/// Where the failure of a command is lost.
struct Loss {
  LossKind kind = LossKind::sequence;
  ByteRange at;  ///< The `||`, `;`, `|`, ... that loses it; of a loop or `if`, all of it.
};

/// What becomes of a script for one of its commands.
struct Fate {
  /// Where its failure is lost, where the script can end well though the command failed and nothing
  /// else took its place.
  std::optional<Loss> lost;
  /// `$?` read right after `||` had made the command's failure a success, so that it is always 0.
  std::vector<ByteRange> read_late;
  bool can_be_passed_over = false;  ///< Whether the script can end well without running it.
};

/// Whether a command does work that another may do in its place.
using DoesWork = std::function<bool(const ShellNode&)>;

/// Follows `script` where `subject`, a command in it, fails: all others end well, and those that a
/// condition waits for end either way. What a variable holds is known only where it was set to `$?`
/// or a number in the script. Runs nothing.
///
/// A failure counts as made good, not as lost, where behind `||` or in a branch another command
/// that does work ran instead.
/// Source: POSIX.1-2017, Shell & Utilities, 2.14, `set -e`.
[[nodiscard]] Fate fate_of(const ShellNode& script, const ShellNode& subject, ShellMode mode,
                           const DoesWork& does_work);

/// Every command of `script` in the text's order, those in `$(...)` included.
[[nodiscard]] std::vector<const ShellNode*> commands_in(const ShellNode& script);

}  // namespace patcher
