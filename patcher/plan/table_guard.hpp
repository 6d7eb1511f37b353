// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/plan/finding.hpp"

namespace patcher {

/// A tree before and after one patch.
struct BeforeAndAfter {
  const View& before;
  const View& after;
};

/// Errors (row_duplicate) for rows of one key that only all edits of `patch` together bring into a
/// family of its table edits.
[[nodiscard]] Diagnostics duplicates_made(const Patch& patch, const BeforeAndAfter& views,
                                          SourceCache& cache);

}  // namespace patcher
