// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "patcher/core/diagnostic.hpp"
#include "patcher/plan/outcome.hpp"

namespace patcher {

/// The error (state_required) for a patch that is not as `--require` wants it, if it is not.
[[nodiscard]] std::optional<Diagnostic> unmet(State required, const PatchOutcome& patch);

/// An error for each rebuild that is pending.
[[nodiscard]] Diagnostics unmet(const std::vector<PendingRebuild>& pending);

/// An error for each check that is pending.
[[nodiscard]] Diagnostics unmet(const std::vector<PendingCheck>& pending);

}  // namespace patcher
