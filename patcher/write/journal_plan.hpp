// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/write/journal.hpp"
#include "patcher/write/write_plan.hpp"

namespace patcher {

/// Gives every item of `plan` the temporary names `.patcher-<run>-<n>` that it will need.
void name_temporaries(WritePlan& plan, const std::string& run);

/// One journal for each root of `plan` in which anything changes, in the order of `plan.own`.
[[nodiscard]] std::vector<Journal> journals_of(const WritePlan& plan, const std::string& run);

/// Which way a run that ended in the middle is taken.
enum class Direction { back, forward };

/// A root of a run that ended in the middle.
struct LeftRoot {
  Folder* own = nullptr;  ///< Its `.patcher`.
  Journal journal;
};

/// Which way the rest of a run is taken whose first root, with the mark, is gone for good: back,
/// unless originals are gone that only go once every new file stands.
///
/// Errors: unsafe_link, io_error.
[[nodiscard]] Result<Direction> direction_by_traces(const std::vector<LeftRoot>& roots,
                                                    Folders& folders);

/// The plan of a run that ended in the middle, out of its journals and what is on the disk now.
///
/// Every item is proved to stand as the run can have left it, so that nothing is written over that
/// somebody did since.
/// Errors: interrupted, once for each item that stands in no such way; those of `Folders::child`.
[[nodiscard]] Result<WritePlan> plan_of(const std::vector<LeftRoot>& roots, Direction direction,
                                        Folders& folders);

}  // namespace patcher
