// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/cli/options.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/plan/tree_plan.hpp"

namespace patcher {

/// Writes `plans`, one for each tree of `session`, in one transaction, or says why not.
///
/// A refusal in any plan forbids all, and so does what a rebuild to come could not delete. A dry
/// run goes the whole way but for the write. Adds the patches' states, the changed files, the
/// pending rebuilds and the diagnostics to `outcome`.
void carry_out(const Session& session, std::vector<TreePlan> plans, const Options& options,
               Outcome& outcome);

/// Puts the patches' states into `outcome` as the disk has them now, where commands that ran behind
/// the write failed and may have changed more than they should.
void tell_what_stands(const Session& session, Outcome& outcome);

}  // namespace patcher
