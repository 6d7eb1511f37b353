// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <memory>

#include "patcher/plan/finding.hpp"
#include "patcher/plan/view.hpp"

namespace patcher {

/// A patch as it stands to one view: what a glob catches there has an edit of its own each.
struct SitedPatch {
  /// Its edits name one file each, but for those in `refused`. Not owned where the patch has no
  /// glob: then it is the patch that was given.
  std::shared_ptr<const Patch> patch;
  /// By index in `patch->edits`: what is wrong with an edit whose glob catches too few or too many
  /// files, or whose places over all files are too few or too many.
  std::map<std::size_t, Finding> refused = {};
};

/// Sites `patch`, which must outlive the result.
///
/// A glob without a count must catch exactly one file (else file_missing, file_ambiguous). With a
/// count, each caught file in which something of the edit stands becomes an edit with as many
/// places as are there; the sum must be the count (else anchor_not_found, anchor_ambiguous). A file
/// in which that cannot be told stays an edit, and tells why. Links are no files of their own, and
/// are left out. Errors of the disk refuse the edit.
[[nodiscard]] SitedPatch sited(const Patch& patch, const View& view, SourceCache& cache);

/// Judges every edit of `patch` in `view`.
[[nodiscard]] std::vector<Finding> find_all(const SitedPatch& patch, const View& view,
                                            SourceCache& cache);

}  // namespace patcher
