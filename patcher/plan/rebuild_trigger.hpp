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

/// What must still be rebuilt in `tree`: what other manifests left pending in `record`, and every
/// rebuild of this one whose sources some recorded patch changed. This version runs none, so none
/// of those has run yet.
[[nodiscard]] std::vector<PendingRebuild> pending_of(const Manifest& manifest,
                                                     std::string_view tree, const Record& record);

}  // namespace patcher
