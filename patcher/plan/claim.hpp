// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "patcher/locate/source_text.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/plan/view.hpp"

namespace patcher {

/// Why `claim` does not hold on the bytes of `view`, or nothing when it holds.
///
/// Without its file, or without exactly one definition of its scope, no claim holds. Text is
/// compared byte by byte over the whole file or the scope.
[[nodiscard]] std::optional<Note> why_not(const Claim& claim, const View& view, SourceCache& cache);

/// Errors (ensure_failed) for each `ensure:` of `patch` that does not hold on `view`.
[[nodiscard]] Diagnostics broken_ensures(const Patch& patch, const View& view, SourceCache& cache);

/// The first `obsolete_if:` of `patch` that holds on `view`, or null.
[[nodiscard]] const Claim* holding_evidence(const Patch& patch, const View& view,
                                            SourceCache& cache);

}  // namespace patcher
