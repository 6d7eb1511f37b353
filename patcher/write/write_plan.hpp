// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/write/commit.hpp"
#include "patcher/write/item.hpp"

namespace patcher {

/// Every name that a run changes, in the order in which it is changed.
struct WritePlan {
  std::vector<Folder*> own;      ///< `.patcher` of each root in which anything changes.
  std::vector<Item> items;       ///< Files and byte-code of all roots, then the records.
  std::vector<Folder*> emptied;  ///< To be removed at the end if nothing is in them, in order.
  Diagnostics notes;             ///< About what happens besides.
};

/// Looks at the disk and works out what must be changed, with every target proved to be the file
/// that was read and every folder to be writable. Changes nothing, and reports all that it finds.
///
/// A change that changes nothing has no item.
/// Errors: as for `commit`; path_in_the_way when something other than a file has a record's name.
[[nodiscard]] Result<WritePlan> write_plan_of(const std::vector<RootCommit>& roots,
                                              Folders& folders, FileSystem& files);

}  // namespace patcher
