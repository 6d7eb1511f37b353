// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/plan/assessment.hpp"

namespace patcher {

/// Errors about how a patch stands to the record, to the base, and to other patches.
[[nodiscard]] Diagnostic unrecorded_error(const Patch& patch);
/// For a patch whose result stands in a tree that nobody edits.
[[nodiscard]] Diagnostic upstream_has_it_error(const Patch& patch);
/// For a patch that another manifest's run applied to this tree.
[[nodiscard]] Diagnostic applied_by_another_error(const Patch& patch,
                                                  const RecordedPatch& recorded);
/// For a patch that this manifest applied when the tree had another name.
[[nodiscard]] Diagnostic renamed_tree_error(const Patch& patch, const RecordedPatch& recorded,
                                            const Manifest& manifest);
/// Names the edits that are done and those that are not.
[[nodiscard]] Diagnostic partial_error(const Patch& patch, const PatchOutcome& outcome);
[[nodiscard]] Diagnostic unprovable_error(const Patch& patch);
[[nodiscard]] Diagnostic obsolete_error(const Patch& patch, const Claim& evidence);
/// For a recorded patch that the manifest no longer has, or, by `excluded`, not for this base.
[[nodiscard]] Diagnostic orphan_error(const RecordedPatch& recorded, const std::string& excluded);
/// For a recorded patch whose files are all back; `patch` is the manifest's, if it has it.
[[nodiscard]] Diagnostic bytes_decide_note(const RecordedPatch& gone, const Patch* patch);

/// A patch that does not fit where the whole set is planned.
struct UnfitItem {
  const Sequence& planned;
  std::size_t index;  ///< Of the patch in `planned`.
  const View& found;  ///< The bytes as found.
  SourceCache& cache;
};

/// Replaces the reasons in `verdict` by better ones where there are any: a conflict with an
/// earlier patch without which it fits, or an earlier patch that should have made what it needs
/// and does not fit itself (blocked). Otherwise shows the places in the bytes as found.
void explain_unfit(const UnfitItem& unfit, Verdict& verdict);

}  // namespace patcher
