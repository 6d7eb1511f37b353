// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "patcher/manifest/manifest.hpp"
#include "patcher/plan/finding.hpp"
#include "patcher/plan/view.hpp"

namespace patcher {

/// `view` without the new texts of `patches`, or nothing when those cannot be told.
///
/// For patches that insert beside each other: `insert_after: A` and `insert_before: B` with B right
/// below A leave A, text, text, B, where neither result stands whole. Every edit of the patches
/// must be an insertion, and its text must stand near its insertion point exactly once for each
/// place. The caller proves the guess: laying the patches over it must give `view` again.
[[nodiscard]] std::optional<View> without_new_texts(const std::vector<const Patch*>& patches,
                                                    const View& view, SourceCache& cache);

}  // namespace patcher
