// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "patcher/tree/tree.hpp"
#include "patcher/write/item.hpp"

namespace patcher {

/// What stands at `name` in `folder`; absent where the folder does not exist.
///
/// Errors: unsafe_link, io_error.
[[nodiscard]] Result<Entry> entry_at(const Folder& folder, const std::string& name,
                                     FileSystem& files);

/// Proves that what stands at the item's name is what was found when the run was planned: the same
/// file (device, inode, count of links), the same bytes, the same mode.
///
/// Errors: content_differs, mode_differs; unsafe_link, io_error.
[[nodiscard]] Status prove(const Item& item, FileSystem& files);

}  // namespace patcher
