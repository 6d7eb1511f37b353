// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/plan/assessment.hpp"
#include "patcher/plan/tree_plan.hpp"

namespace patcher {

/// Errors (claim_untrue) for each `obsolete_if:` of a selected patch that is no evidence of
/// upstream's own cure, on the base where the patch fits.
///
/// Such is one that holds on the patch's own result, and one that holds as soon as the text that
/// the patch is anchored on is gone: drift would then read as a cure.
[[nodiscard]] Diagnostics false_evidence(const Assessment& base, const Selection& selection);

}  // namespace patcher
