// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/plan/drill_outcome.hpp"

namespace patcher {

/// Renders a drill as a table: a block for each patch, a line for each edit, a column for each
/// mutation, the state as which the mutant was refused in the cell.
///
/// `fits` is a mutant that was taken and is harmless, `-` one that cannot be made, `TAKEN` one that
/// was accepted; a state with `!` tells something else than what happened. Below each block stands
/// why for every `fits` and `-`.
[[nodiscard]] std::string render_drill(const std::vector<PatchDrill>& drills);

}  // namespace patcher
