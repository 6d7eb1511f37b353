// SPDX-License-Identifier: MIT
#include "patcher/plan/state.hpp"

namespace patcher {

std::string_view name_of(State state) {
  switch (state) {
    case State::pristine:
      return "pristine";
    case State::applied:
      return "applied";
    case State::unrecorded:
      return "unrecorded";
    case State::partial:
      return "partial";
    case State::drifted:
      return "drifted";
    case State::ambiguous:
      return "ambiguous";
    case State::missing:
      return "missing";
    case State::obsolete:
      return "obsolete";
    case State::outdated:
      return "outdated";
    case State::modified:
      return "modified";
    case State::blocked:
      return "blocked";
    case State::orphan:
      return "orphan";
    case State::excluded:
      return "excluded";
  }
  return "drifted";
}

}  // namespace patcher
