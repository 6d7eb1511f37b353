// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>

#include "patcher/plan/assessment.hpp"

namespace patcher {

/// Layers of one stack.
using LayerSet = std::set<const Layer*>;

/// In which order the layers of `out`, and what has no place without them, can be reverted: a text
/// that names each step, the topmost first, by patches and manifest. Every step is one that
/// `revert` takes, also where patches of several manifests lie in turns.
///
/// What stands on what is found by trying.
[[nodiscard]] std::string order_of_reverts(const Assessment& assessment, LayerSet out);

}  // namespace patcher
