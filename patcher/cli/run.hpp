// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <span>

#include "patcher/cli/exit_code.hpp"
#include "patcher/tree/file_system.hpp"
#include "patcher/write/process.hpp"

namespace patcher {

/// What a run reads its trees and starts programs through, and where it writes its words.
struct Streams {
  std::ostream& out;
  std::ostream& err;
  FileSystem& files = system_file_system();
  Processes& processes = system_processes();
};

/// Runs the command line `arguments` (the program's name first) and says how it ended.
///
/// The only place that catches what was never meant to be thrown: it becomes `internal`.
[[nodiscard]] ExitCode run(std::span<char*> arguments, Streams streams);

}  // namespace patcher
