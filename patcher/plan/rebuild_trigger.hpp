// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "patcher/core/result.hpp"
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

/// What stands at a path of the tree: on the disk, or in a plan.
using LookAt = std::function<Result<Entry>(const TreePath&)>;

/// What a run starts from and what it leaves.
struct RunChanges {
  const Record& before;
  const std::vector<RecordedPatch>& stack;  ///< After the run.
  const std::vector<FileChange>& files;
  LookAt after;  ///< Must outlive no call.
};

/// How rebuilds stand to the bytes of a tree, as a record has it.
struct RebuildBook {
  std::vector<PendingRebuild> pending;
  std::vector<BuiltFrom> built;
};

/// What must be rebuilt after a run.
///
/// A rebuild of the manifest is due while a source of it, changed by a recorded patch or by the
/// run, is not as it was when the products were last made. Without an entry in `built` that is how
/// it was below all recorded patches; but one that moves in this run, and was patched before,
/// counts as not known: nobody saw what was built of it. Other manifests' rebuilds, and those that
/// this one has no more, are judged by the sources that their entries have. A source that cannot be
/// looked at counts as changed.
[[nodiscard]] RebuildBook rebuilds_after(const Manifest& manifest, std::string_view tree,
                                         const RunChanges& run);

/// What must be rebuilt in `tree` as `record` and `now` have it, other manifests' too.
[[nodiscard]] std::vector<PendingRebuild> pending_of(const Manifest& manifest,
                                                     std::string_view tree, const Record& record,
                                                     const LookAt& now);

/// Writes into `record` that `rebuild` is begun: until it is done nothing is known of its products,
/// and it is pending.
void note_begun(const PendingRebuild& rebuild, Record& record);

/// Writes into `record` that `which` is done: its products are made of the sources as `now` has
/// them.
void note_done(const PendingRebuild& which, const Rebuild& rebuild, const LookAt& now,
               Record& record);

}  // namespace patcher
