// SPDX-License-Identifier: MIT
#include "patcher/plan/rebuild_trigger.hpp"

#include <algorithm>
#include <string>

#include "patcher/tree/glob.hpp"

namespace patcher {
namespace {

bool changes_source(const RecordedPatch& patch, const Rebuild& rebuild) {
  return std::any_of(patch.files.begin(), patch.files.end(),
                     [&](const RecordedFile& file) { return triggers(rebuild, file.path.str()); });
}

}  // namespace

bool triggers(const Rebuild& rebuild, std::string_view path) {
  const std::string name(path);
  return std::any_of(rebuild.when_changed.begin(), rebuild.when_changed.end(),
                     [&](const std::string& glob) { return catches(glob, name); });
}

std::vector<PendingRebuild> pending_of(const Manifest& manifest, std::string_view tree,
                                       const Record& record) {
  std::vector<PendingRebuild> due = record.pending;
  std::erase_if(due, [&](const PendingRebuild& p) { return p.manifest == manifest.name; });
  for (const Rebuild& rebuild : manifest.rebuilds) {
    if (rebuild.tree != tree) continue;
    const bool needed =
        std::any_of(record.stack.begin(), record.stack.end(),
                    [&](const RecordedPatch& patch) { return changes_source(patch, rebuild); });
    if (needed) due.push_back({rebuild.tree, rebuild.id, manifest.name});
  }
  return due;
}

}  // namespace patcher
