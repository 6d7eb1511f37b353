// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/core/result.hpp"
#include "patcher/write/item.hpp"

namespace patcher {

/// Gives the open file `staged` the owner, group and extended attributes of the item's original,
/// and then exactly the mode that the item wants.
///
/// What the original has and the staged file got anyway is not set again, so a user who may not
/// set it can still keep it. Attributes that vouch for the old bytes (security.ima, security.evm)
/// are left out; a file system without attributes is no error.
/// Errors: io_error, naming the attribute, owner or mode that cannot be kept.
/// Source: xattr(7), chmod(2), chown(2).
[[nodiscard]] Status make_alike(int staged, const Item& item, FileSystem& files);

}  // namespace patcher
