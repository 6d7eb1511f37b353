// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include "patcher/write/process.hpp"

namespace patcher {

/// What a keeper tells in one write, well below what a pipe takes as a whole.
struct KeeperReport {
  ProcessEnd::Kind kind = ProcessEnd::Kind::lost;
  int number = 0;
};

/// What the process that asked wants of a keeper.
enum class KeeperOrder : char { time_is_up = 't', stop = 's' };

/// The descriptors that a keeper is given.
struct KeeperEnds {
  int orders = -1;  ///< To read: a KeeperOrder, or the end when the asking process is gone.
  int report = -1;  ///< To write: one KeeperReport.
  int output = -1;  ///< To write: both outputs of the process.
};

/// What a freshly forked process does to run `process` and watch over it: never returns.
///
/// It is the parent of whatever the process leaves behind (PR_SET_CHILD_SUBREAPER, prctl(2)), and
/// lives on when the process that asked is killed, so that nothing of the process outlives either.
[[noreturn]] void keep(const Process& process, const KeeperEnds& ends);

}  // namespace patcher
