// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/history/patch_group.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/plan/state.hpp"
#include "patcher/tree/git_history.hpp"

namespace patcher {

/// How one patch stands to one version of the files that it looks at.
struct PatchStates {
  State patch = State::pristine;
  std::map<std::size_t, State> edits;  ///< By index in the patch file's `edits`; the worst of each.
  std::string why;                     ///< The first thing that is wrong; may be empty.
  Code code = Code::internal;          ///< Of that.
};

/// How a group stands to one version of what it looks at.
struct GroupStates {
  std::vector<PatchStates> patches;  ///< In the group's order.
};

/// How the groups of one tree stand along its history.
struct JudgedHistory {
  std::vector<std::vector<std::size_t>> version_at;  ///< By group and point: index into `versions`.
  std::vector<std::vector<GroupStates>> versions;    ///< By group: each distinct version once.
};

/// Told now and then how many of how many versions are judged, by one thread.
using Progress = std::function<void(std::size_t done, std::size_t all)>;

/// What a history is judged with.
struct HistoryJob {
  const PatchGroups& groups;
  const TreeSpec& spec;
  std::string where;  ///< `git:REPO@REV`.
  Progress progress = {};
};

/// Judges each group once for every distinct version of what it looks at, with all processors.
///
/// A group is judged as `verify` judges it: its patches in order, the later on the results of the
/// earlier. Errors: object_unreadable and io_error for a file that cannot be read at some commit.
[[nodiscard]] Result<JudgedHistory> judged(const HistoryJob& job, const History& history);

}  // namespace patcher
