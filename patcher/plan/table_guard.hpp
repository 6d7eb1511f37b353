// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/plan/finding.hpp"

namespace patcher {

/// A tree before and after one patch.
struct BeforeAndAfter {
  const View& before;
  const View& after;
};

/// Errors for rows of one key in a family of the table edits of `patch`: row_duplicate where all of
/// its edits together bring them there, and for rows that an edit changes or takes out,
/// table_broken where they stay there as the base has them (a warning where that family is one
/// table). One edit that adds rows was held against its family already.
[[nodiscard]] Diagnostics duplicates_made(const Patch& patch, const BeforeAndAfter& views,
                                          SourceCache& cache);

}  // namespace patcher
