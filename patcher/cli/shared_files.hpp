// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/cli/session.hpp"
#include "patcher/core/diagnostic.hpp"

namespace patcher {

/// What forbids that `trees` be planned each for itself, because they lie in one another, or in one
/// of `left_alone`, trees of the manifest in which nothing is of it.
///
/// Errors: usage for a file that patches of `manifest` or records name by two names, in two trees
/// or in one; unsafe_path for a name that leads into another tree's `.patcher`. Hard links are
/// files of their own here, because a write parts them. What cannot be looked at has its error
/// elsewhere.
[[nodiscard]] Diagnostics faults_of_nesting(const Manifest& manifest,
                                            const std::vector<SessionTree>& trees,
                                            const std::vector<SessionTree>& left_alone);

}  // namespace patcher
