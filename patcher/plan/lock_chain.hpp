// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "patcher/core/result.hpp"
#include "patcher/manifest/lock.hpp"
#include "patcher/plan/assessment.hpp"

namespace patcher {

/// Ids of patches of one tree.
using PatchIds = std::set<std::string>;

/// The patches of the set that stand in the tree by its record, where `strangers` has nothing to
/// say of them.
[[nodiscard]] PatchIds applied_by_record(const Assessment& assessment);

/// The first `count` patches of the set for the tree of `assessment`, in the manifest's order.
[[nodiscard]] PatchIds first_patches(const Assessment& assessment, std::size_t count);

/// What each file of `locked` must be when the patches `applied`, and no other, are in the tree.
///
/// From the lock's chains where these are the set's first patches; else by planning them anew on
/// the peeled base, which the caller holds against the lock.
/// Errors: lock_drift when one of them does not fit there alone.
[[nodiscard]] Result<std::map<TreePath, GitEntry>> expected_entries(const Assessment& assessment,
                                                                    const LockedTree& locked,
                                                                    const PatchIds& applied);

/// How many patches of the set, from the first on, give every file of `locked` as it is found,
/// where no record says so; nothing when the files are as in the base or like after no patch.
[[nodiscard]] std::optional<std::size_t> standing_without_record(const Assessment& assessment,
                                                                 const LockedTree& locked);

/// The patch of `applied` that wrote `file` last, or null when none did.
[[nodiscard]] const LockedFile::Step* last_step(const LockedFile& file, const PatchIds& applied);

}  // namespace patcher
