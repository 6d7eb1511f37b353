// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/history/versions.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/plan/drift_outcome.hpp"

namespace patcher {

/// A tree whose patches are held against its history.
struct DriftJob {
  const Manifest& manifest;
  const TreeSpec& spec;
  std::string where;  ///< `git:REPO@REV`.
  std::string since;  ///< A revision in REPO; empty for the first commit of all.
  Progress progress = {};
};

/// What became of one tree's patches.
struct DriftReport {
  TreeDrift tree;
  std::vector<PatchDrift> patches;  ///< In the manifest's order.
};

/// Holds every patch of the tree against each first-parent commit from `since` up to the revision.
/// Errors: those of GitHistory and of `judged`.
[[nodiscard]] Result<DriftReport> drift_of(const DriftJob& job);

}  // namespace patcher
