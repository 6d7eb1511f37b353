// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/cli/session.hpp"
#include "patcher/core/diagnostic.hpp"

namespace patcher {

/// What is to be said of mapped folders in which no file of the patches or of the records lies.
///
/// Errors: usage for one that is spelled nearly like a folder in which some do. Any other has a
/// warning (map_unused): it may be there for another manifest.
[[nodiscard]] Diagnostics unused_folders(const Manifest& manifest,
                                         const std::vector<SessionTree>& trees);

}  // namespace patcher
