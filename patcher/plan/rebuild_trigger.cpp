// SPDX-License-Identifier: MIT
#include "patcher/plan/rebuild_trigger.hpp"

#include <algorithm>
#include <string>

#include "patcher/core/glob.hpp"

namespace patcher {
namespace {

/// Says whether some patch of `stack` changed a source of `rebuild`.
bool is_triggered(const std::vector<RecordedPatch>& stack, const Rebuild& rebuild) {
  return std::any_of(stack.begin(), stack.end(), [&](const RecordedPatch& patch) {
    return std::any_of(patch.files.begin(), patch.files.end(), [&](const RecordedFile& file) {
      return triggers(rebuild, file.path.str());
    });
  });
}

bool is_triggered(const std::vector<FileChange>& files, const Rebuild& rebuild) {
  return std::any_of(files.begin(), files.end(),
                     [&](const FileChange& file) { return triggers(rebuild, file.path.str()); });
}

/// Other manifests' pending rebuilds, then those of `manifest` on `tree` that are due.
template <class IsDue>
std::vector<PendingRebuild> pending_where(const Manifest& manifest, std::string_view tree,
                                          const std::vector<PendingRebuild>& known, IsDue is_due) {
  std::vector<PendingRebuild> due = known;
  std::erase_if(due, [&](const PendingRebuild& p) { return p.manifest == manifest.name; });
  for (const Rebuild& rebuild : manifest.rebuilds) {
    if (rebuild.tree != tree) continue;
    const PendingRebuild pending{rebuild.tree, rebuild.id, manifest.name};
    const bool was_pending = std::find(known.begin(), known.end(), pending) != known.end();
    if (is_due(rebuild, was_pending)) due.push_back(pending);
  }
  return due;
}

}  // namespace

bool triggers(const Rebuild& rebuild, std::string_view path) {
  const std::string name(path);
  return std::any_of(rebuild.when_changed.begin(), rebuild.when_changed.end(),
                     [&](const std::string& glob) { return catches(glob, name); });
}

std::vector<PendingRebuild> pending_of(const Manifest& manifest, std::string_view tree,
                                       const Record& record) {
  return pending_where(manifest, tree, record.pending,
                       [&](const Rebuild& rebuild, bool was_pending) {
                         return was_pending || is_triggered(record.stack, rebuild);
                       });
}

std::vector<PendingRebuild> pending_after(const Manifest& manifest, std::string_view tree,
                                          const RunChanges& run) {
  return pending_where(manifest, tree, run.before.pending,
                       [&](const Rebuild& rebuild, bool was_pending) {
                         if (is_triggered(run.stack, rebuild)) return true;
                         return was_pending ? !is_triggered(run.before.stack, rebuild)
                                            : is_triggered(run.files, rebuild);
                       });
}

}  // namespace patcher
