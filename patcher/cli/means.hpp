// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/cli/console.hpp"
#include "patcher/tree/file_system.hpp"
#include "patcher/write/process.hpp"

namespace patcher {

/// What a command that may run others works with.
struct Means {
  FileSystem& files;
  Processes& processes;
  Console& console;
};

}  // namespace patcher
