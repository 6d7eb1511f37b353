// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "patcher/core/result.hpp"
#include "patcher/plan/assessment.hpp"

namespace patcher {

/// The patches of tree `tree` that are not for a base with the history of the checkout at `root`.
///
/// Errors (history_unknown): a patch that `record` does not have asks for the history of a root
/// that has none, or not the whole.
[[nodiscard]] Result<Exclusions> excluded_by_history(const Manifest& manifest,
                                                     const std::string& tree,
                                                     const std::string& root, const Record& record);

}  // namespace patcher
