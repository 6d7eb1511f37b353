// SPDX-License-Identifier: MIT
#include "patcher/plan/lock_strangers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "patcher/core/glob.hpp"

namespace patcher {
namespace {

/// What the lock says of `path`, as the end of a sentence; empty when it says nothing.
std::string guard_of(const LockedTree& locked, const TreePath& path) {
  if (locked.files.contains(path)) return "which the set reads or writes";
  for (const auto& [glob, caught] : locked.globs) {
    if (catches(glob, path.str())) return fmt::format("which the glob '{}' catches", glob);
  }
  return {};
}

Diagnostic stranger(const Assessment& assessment, const RecordedPatch& recorded,
                    const TreePath& path, const std::string& guard) {
  const std::string_view which = assessment.is_own(recorded)
                                     ? "which this set does not have in the revision applied"
                                     : "which is not of the locked set";
  Diagnostic diagnostic;
  diagnostic.code = Code::lock_drift;
  diagnostic.message = fmt::format("patch '{}' of manifest '{}', {}, changed '{}', {}",
                                   recorded.patch, recorded.manifest, which, path.str(), guard);
  diagnostic.patch = recorded.patch;
  diagnostic.tree = recorded.tree;
  diagnostic.target.file = path.str();
  diagnostic.hint =
      assessment.is_own(recorded)
          ? std::string(
                "'patcher apply --upgrade' without '--locked' replaces it, then make the "
                "lock anew")
          : fmt::format("revert it with manifest '{}' as it was applied", recorded.manifest);
  return diagnostic;
}

}  // namespace

std::vector<const RecordedPatch*> standing_records(const Assessment& assessment) {
  std::vector<const RecordedPatch*> records;
  for (const Layer& layer : assessment.stack().layers) records.push_back(&layer.recorded);
  for (const RecordedPatch& modified : assessment.stack().modified) records.push_back(&modified);
  return records;
}

bool is_of_set(const Assessment& assessment, const RecordedPatch& recorded) {
  const TreeJob& job = assessment.job();
  if (recorded.manifest != job.manifest.name || recorded.tree != job.tree) return false;
  return std::ranges::any_of(job.manifest.patches, [&](const Patch& patch) {
    return patch.tree == job.tree && patch.id == recorded.patch &&
           patch.revision == recorded.revision;
  });
}

Diagnostics left_by_the_set(const Assessment& assessment, const LockedTree& locked,
                            const std::set<TreePath>& judged) {
  Diagnostics errors;
  for (const RecordedPatch* recorded : standing_records(assessment)) {
    const bool explained = std::ranges::any_of(
        recorded->files, [&](const RecordedFile& file) { return judged.contains(file.path); });
    if (explained || !assessment.is_own(*recorded) || is_of_set(assessment, *recorded)) continue;
    Diagnostic diagnostic;
    diagnostic.code = Code::lock_drift;
    diagnostic.message =
        fmt::format("patch '{}' is recorded for this manifest, but not as one of the locked set",
                    recorded->patch);
    diagnostic.where = locked.where;
    diagnostic.patch = recorded->patch;
    diagnostic.tree = recorded->tree;
    diagnostic.hint = "'patcher apply --upgrade' without '--locked' replaces it or takes it out";
    errors.push_back(std::move(diagnostic));
  }
  return errors;
}

Diagnostics strangers(const Assessment& assessment, const LockedTree& locked,
                      std::set<TreePath>& files) {
  Diagnostics errors;
  for (const RecordedPatch* recorded : standing_records(assessment)) {
    if (is_of_set(assessment, *recorded)) continue;
    for (const RecordedFile& file : recorded->files) {
      const std::string guard = guard_of(locked, file.path);
      if (guard.empty()) continue;
      errors.push_back(stranger(assessment, *recorded, file.path, guard));
      files.insert(file.path);
    }
  }
  return errors;
}

}  // namespace patcher
