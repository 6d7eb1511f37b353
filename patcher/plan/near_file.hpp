// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/core/diagnostic.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// Names, in the hint of each missing file (file_missing) of `diagnostics`, what may be meant: a
/// file of nearly that spelling, or files of that name, in the folder or the one above it.
///
/// Looks no further up, and nowhere for a file right in the root: a hint is not worth a walk
/// through a whole tree.
void hint_at_near_files(const Tree& tree, Diagnostics& diagnostics);

}  // namespace patcher
