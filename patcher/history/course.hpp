// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "patcher/plan/drift_outcome.hpp"
#include "patcher/plan/state.hpp"
#include "patcher/tree/git_history.hpp"

namespace patcher {

/// Says whether a set with a patch in this state is whole: it fits, or it is not for this base.
[[nodiscard]] bool fits(State state);

/// The point at which what has `states`, one for each point, stopped fitting for the last time:
/// the first of those up to the end at which it does not fit. None where it fits at the end, or at
/// no point before.
[[nodiscard]] std::optional<std::size_t> break_of(const std::vector<State>& states);

/// The course of what has `states`, one for each of `points`.
[[nodiscard]] Course course_of(const std::vector<State>& states,
                               const std::vector<HistoryPoint>& points);

}  // namespace patcher
