// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "patcher/manifest/manifest.hpp"
#include "patcher/plan/outcome.hpp"
#include "patcher/plan/record.hpp"

namespace patcher {

/// Says whether a change of `path` triggers `rebuild`.
///
/// Patterns are those of glob(7); `*` crosses folders here, so that a doubtful pattern rebuilds
/// once too often and never once too little.
[[nodiscard]] bool triggers(const Rebuild& rebuild, std::string_view path);

/// Rebuilds of `tree` whose sources some patch of `record` changed.
[[nodiscard]] std::vector<PendingRebuild> rebuilds_due(const Manifest& manifest,
                                                       std::string_view tree,
                                                       const Record& record);

}  // namespace patcher
