// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/cli/means.hpp"
#include "patcher/cli/options.hpp"
#include "patcher/plan/drift_outcome.hpp"
#include "patcher/plan/outcome.hpp"

namespace patcher {

/// What a run of `drift` came to. Both have the same patches in the same order.
struct DriftRun {
  Outcome outcome;
  DriftFound found;
};

/// Holds the patches of a manifest against the history of the commits that its trees are at.
[[nodiscard]] DriftRun drift_command(const Options& options, const Means& means);

}  // namespace patcher
