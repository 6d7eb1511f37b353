// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/core/diagnostic.hpp"

namespace patcher {

/// What a run came to, for scripts. docs/output.md explains each.
enum class ExitCode : int {
  done = 0,         ///< Done, or nothing to do.
  refused = 1,      ///< The content refuses; nothing was written.
  usage = 2,        ///< The command line or the manifest is wrong.
  environment = 3,  ///< A tree is absent, or the disk or a permission refuses.
  pending = 4,      ///< Written, but a rebuild or check failed.
  unsafe = 5,       ///< A path leads out of its tree, or another run holds the tree.
  internal = 70     ///< A bug in patcher.
};

/// The exit code that one error of `code` asks for. The one place that maps codes.
[[nodiscard]] ExitCode exit_code_of(Code code);

/// The exit code of a run that must not find anything wrong: that of its gravest error.
[[nodiscard]] ExitCode strict_exit(const Diagnostics& diagnostics);

/// The exit code of a run that only reports: states of patches are answers, not failures.
[[nodiscard]] ExitCode reporting_exit(const Diagnostics& diagnostics);

}  // namespace patcher
