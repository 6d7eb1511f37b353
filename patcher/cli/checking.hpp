// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <vector>

#include "patcher/cli/means.hpp"
#include "patcher/cli/options.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/plan/due_checks.hpp"

namespace patcher {

/// Which checks a run makes.
enum class ChecksWanted {
  due,  ///< Those that must still pass.
  all   ///< All that can be judged.
};
struct CheckWish {
  ChecksWanted which = ChecksWanted::due;
  std::set<std::string> ids = {};  ///< Of checks or patches; where none is named, `which` says.
  std::set<std::string> provided = {};  ///< Labels of what there is here.
};

/// Says whether `check`, of `patch` or of the set where that is null, is one that `ids` names.
[[nodiscard]] bool is_named(const std::set<std::string>& ids, const Check& check,
                            const Patch* patch);

/// Runs the checks of the trees of `session`, each once for its bytes, whatever others came to.
///
/// The record has each as not passed before its command is started, and as passed only when all its
/// commands ended with 0; so whatever dies in between, it is pending. Not run, with a warning and
/// the verdict as it was: one that needs what is not `provided`, and one whose tree (of the set's:
/// any tree) has a rebuild in `outcome.pending`. A signal that waits ends the one that runs and
/// keeps the rest from being begun. `outcome` gets what became of each command, the checks that are
/// pending then, and the errors (check_failed, io_error, those of the record).
void run_checks(const Session& session, const CheckWish& wish, const Means& means,
                Outcome& outcome);

/// What `apply` and `revert` do behind their rebuilds: `run_checks` for what is due where the run
/// was a real one and nothing but a rebuild went wrong.
void follow_with_checks(const Session& session, const Options& options, const Means& means,
                        Outcome& outcome);

/// Notes (check_not_run) on the set's checks that wait for patches that are not applied.
[[nodiscard]] Diagnostics waiting_checks(const Session& session);

/// `check 'ID'`, or its command where it has no name of its own, and whose it is.
[[nodiscard]] std::string words_for(const PendingCheck& check);

}  // namespace patcher
