// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "patcher/plan/drift_outcome.hpp"
#include "patcher/plan/outcome.hpp"
#include "patcher/report/text_report.hpp"

namespace patcher {

/// Renders what `drift` found, for people: of each tree the commits that were gone through, of each
/// patch its states with the commits that changed them, newest first, and of each edit that broke
/// its place before and after.
[[nodiscard]] std::string render_drift(const Outcome& outcome, const DriftFound& found,
                                       Colour colour);

}  // namespace patcher
