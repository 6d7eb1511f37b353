// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/core/result.hpp"
#include "patcher/manifest/lock.hpp"
#include "patcher/plan/tree_plan.hpp"

namespace patcher {

/// Says whether nothing keeps `plan`, of a revert, from being done but that results stand in the
/// tree of which no record knows.
[[nodiscard]] bool lacks_only_a_record(const TreePlan& plan);

/// What takes the patches of the set out of a tree whose record does not know of them.
///
/// Possible where `lock`, whose digests must be fresh, shows that the first patches of the set,
/// and nothing else, stand there: every file that it names is as it has it after them, and taking
/// their results off gives, file by file, the blobs that it has in the base.
/// Errors: unrecorded, saying what is missing for that.
[[nodiscard]] Result<RootChange> revert_by_lock(const Assessment& assessment, const Lock& lock);

}  // namespace patcher
