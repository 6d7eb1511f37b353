// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>

namespace patcher {

/// How many times further apart than usual the points of long tests are: PATCHER_FAULT_STEP, or 1.
/// Where every call takes long, as under sanitizers, a few of them have to do.
inline std::size_t fault_step() {
  const char* asked = std::getenv("PATCHER_FAULT_STEP");
  return asked == nullptr ? 1 : std::max(std::stoul(asked), 1UL);
}

/// How many calls lie between two that are disturbed: one after the other where PATCHER_EVERY_KILL
/// asks for all, which takes minutes, else `usual` ones or more.
inline std::size_t calls_apart(std::size_t usual) {
  return std::getenv("PATCHER_EVERY_KILL") != nullptr ? 1 : usual * fault_step();
}

/// How many rounds a test of chance plays.
inline int rounds(int usual) { return usual / static_cast<int>(fault_step()); }

}  // namespace patcher
