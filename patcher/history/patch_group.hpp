// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "patcher/manifest/manifest.hpp"
#include "patcher/tree/git_history.hpp"

namespace patcher {

/// Patches of one tree that may depend on each other, because they look at the same files.
struct PatchGroup {
  Manifest manifest;               ///< With these patches alone, in the manifest's order.
  std::vector<std::size_t> slots;  ///< What they look at, by index in HistoryPoint::seen.
};

/// All that the patches of one tree look at, and the groups that they fall into: two patches are in
/// one group where a file that one names, or that one of its globs may catch, is looked at by the
/// other as well.
struct PatchGroups {
  Watched watched;
  std::vector<PatchGroup> groups;
};
[[nodiscard]] PatchGroups groups_of(const Manifest& manifest, const std::string& tree);

}  // namespace patcher
