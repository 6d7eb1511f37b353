// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "patcher/manifest/manifest.hpp"
#include "patcher/plan/file_change.hpp"
#include "patcher/plan/outcome.hpp"
#include "patcher/plan/record.hpp"

namespace patcher {

/// Says whether a change of `path` triggers `rebuild`.
///
/// Patterns are those of glob(7); `*` crosses folders here, so that a doubtful pattern rebuilds
/// once too often and never once too little.
[[nodiscard]] bool triggers(const Rebuild& rebuild, std::string_view path);

/// What must still be rebuilt in `tree`: what `record` has pending, other manifests' too, and every
/// rebuild of this one whose sources some recorded patch changed. This version runs none, so none
/// of those has run yet.
[[nodiscard]] std::vector<PendingRebuild> pending_of(const Manifest& manifest,
                                                     std::string_view tree, const Record& record);

/// What a run starts from and what it changes.
struct RunChanges {
  const Record& before;
  const std::vector<RecordedPatch>& stack;  ///< After the run.
  const std::vector<FileChange>& files;
};

/// The same after a run: a rebuild is due when a patch that is recorded then changed its sources,
/// or when the run itself does, by undoing too.
///
/// One that was pending for patches that are all taken out is dropped: nothing was built since, and
/// its sources are back at the bytes before them.
[[nodiscard]] std::vector<PendingRebuild> pending_after(const Manifest& manifest,
                                                        std::string_view tree,
                                                        const RunChanges& run);

}  // namespace patcher
