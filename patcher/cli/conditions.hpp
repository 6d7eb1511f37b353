// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/cli/roots.hpp"
#include "patcher/core/result.hpp"
#include "patcher/plan/assessment.hpp"

namespace patcher {

/// The patches of the tree of `root` that are not for a base with its history.
///
/// Errors (history_unknown): a patch that `record` does not have asks for the history of a root
/// that has none, or not the whole.
[[nodiscard]] Result<Exclusions> excluded_by_history(const Manifest& manifest, const OpenRoot& root,
                                                     const Record& record);

}  // namespace patcher
