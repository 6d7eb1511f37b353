// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/tree/git_history.hpp"
#include "patcher/tree/git_revision.hpp"

// What the sources of this stage that use libgit2 have in common; no other stage includes it.

namespace patcher {

/// A commit of a line of first parents, with the root of its files.
struct LineStep {
  git_oid commit;
  git_oid tree;
};

/// The commits of a line, oldest first, and why they begin there.
struct CommitSteps {
  std::vector<LineStep> steps;  ///< Never empty.
  History::Start start = History::Start::asked;
};

/// The line of first parents that leads to `revision`, by the rules of GitHistory::read.
[[nodiscard]] Result<CommitSteps> first_parents(const GitRevision& revision,
                                                const std::string& since);

/// What people know of the commit `id`. Errors: object_unreadable.
[[nodiscard]] Result<CommitLine> line_of(const GitRevision& revision, const git_oid& id);

}  // namespace patcher
