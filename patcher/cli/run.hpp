// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <span>

#include "patcher/cli/exit_code.hpp"

namespace patcher {

/// Where a run writes, and whether people watch.
struct Streams {
  std::ostream& out;
  std::ostream& err;
};

/// Runs the command line `arguments` (the program's name first) and says how it ended.
///
/// The only place that catches what was never meant to be thrown: it becomes `internal`.
[[nodiscard]] ExitCode run(std::span<char*> arguments, Streams streams);

}  // namespace patcher
