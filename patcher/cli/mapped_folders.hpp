// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/cli/session.hpp"
#include "patcher/core/diagnostic.hpp"
#include "patcher/core/result.hpp"

namespace patcher {

/// `record`, which is to be written anew for the folders of `root`.
///
/// Errors: tree_not_found where files of its stack lie in a mapped folder that is none now, the
/// other way round, or in another place. Such a record speaks of files that this run does not see,
/// and "back at the base" would be said of others.
[[nodiscard]] Result<Record> in_these_folders(Record record, const OpenRoot& root);

/// What is to be said of mapped folders in which no file of the patches or of the records lies.
///
/// Errors: usage for one that is spelled nearly like a folder in which some do. Any other has a
/// warning (map_unused): it may be there for another manifest.
[[nodiscard]] Diagnostics unused_folders(const Manifest& manifest,
                                         const std::vector<SessionTree>& trees);

}  // namespace patcher
