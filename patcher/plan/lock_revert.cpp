// SPDX-License-Identifier: MIT
#include "patcher/plan/lock_revert.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "patcher/plan/lock_chain.hpp"
#include "patcher/plan/lock_judge.hpp"
#include "patcher/plan/lock_strangers.hpp"
#include "patcher/plan/locking.hpp"

namespace patcher {
namespace {

Diagnostic cannot(const LockedFile* file, std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = Code::unrecorded;
  diagnostic.message = std::move(message);
  if (file != nullptr) diagnostic.where = file->where;
  return diagnostic;
}

/// What is not as the lock has it after any number of patches: what differs from the base and from
/// the whole set.
Diagnostics why_not_standing(const Assessment& assessment, const LockedTree& locked) {
  if (!applied_by_record(assessment).empty()) {
    return {cannot(nullptr,
                   "some patches of the set are recorded, and the lock has no word on "
                   "which of the others came between them")};
  }
  Diagnostics reasons;
  const PatchIds all = first_patches(assessment, assessment.verdicts().size());
  for (const auto& [path, file] : locked.files) {
    const Result<Entry> entry = assessment.job().source.look(path);
    if (!entry) return entry.error().diagnostics();
    const GitEntry found = git_entry_of(*entry);
    const LockedFile::Step* last = last_step(file, all);
    const GitEntry& wanted = last == nullptr ? file.base : last->after;
    if (found == wanted) continue;
    reasons.push_back(
        cannot(&file, fmt::format("'{}' is not what the lock has after the set: expected {}, found "
                                  "{}",
                                  path.str(), spelled(wanted), spelled(found))));
  }
  if (reasons.empty()) reasons.push_back(cannot(nullptr, "the lock has no word on what is there"));
  return reasons;
}

/// The file that must stand at `path` again, when its bytes are those that the lock has.
Result<Entry> restored_entry(const Assessment& assessment, const TreePath& path,
                             const LockedFile& file) {
  Result<Entry> entry = assessment.bare().look(path);
  if (!entry) return entry;
  const Result<Entry> found = assessment.job().source.look(path);
  const bool comes_back = found && !found->is_file() && entry->is_file();
  if (comes_back) {
    constexpr std::uint32_t kUsual = 0644;
    constexpr std::uint32_t kExecutable = 0755;
    entry->mode = file.base.kind == GitEntry::Kind::executable ? kExecutable : kUsual;
  }
  if (git_entry_of(*entry) == file.base) return entry;
  return cannot(&file, fmt::format("taking the results out of '{}' gives {}, and the lock has {} "
                                   "in the base",
                                   path.str(), spelled(git_entry_of(*entry)), spelled(file.base)));
}

/// Folders of removed files, deepest first: a checkout has no empty ones.
std::vector<TreePath> folders_left(const std::vector<FileChange>& files) {
  std::set<TreePath> folders;
  for (const FileChange& file : files) {
    if (file.after) continue;
    for (auto folder = file.path.parent(); folder; folder = folder->parent()) {
      folders.insert(*folder);
    }
  }
  return {folders.rbegin(), folders.rend()};
}

}  // namespace

bool lacks_only_a_record(const TreePlan& plan) {
  bool unrecorded = false;
  for (const Diagnostic& refusal : plan.refusals) {
    if (refusal.severity != Severity::error) continue;
    if (refusal.code != Code::unrecorded) return false;
    unrecorded = true;
  }
  return unrecorded;
}

Result<RootChange> revert_by_lock(const Assessment& assessment, const Lock& lock) {
  const LockedTree* locked = lock.tree(assessment.job().tree);
  if (locked == nullptr) return cannot(nullptr, "the lock does not have the tree");
  std::set<TreePath> theirs;
  Diagnostics errors = strangers(assessment, *locked, theirs);
  if (!errors.empty()) return Failure(std::move(errors));
  if (!standing_without_record(assessment, *locked)) {
    return Failure(why_not_standing(assessment, *locked));
  }
  RootChange change;
  change.tree = assessment.job().tree;
  change.record = text_of(assessment.job().record);
  for (const auto& [path, file] : locked->files) {
    const Result<Entry> found = assessment.job().source.look(path);
    Result<Entry> wanted = restored_entry(assessment, path, file);
    if (!found || !wanted) {
      append(errors, (found ? wanted.error() : found.error()).diagnostics());
    } else if (!same_content(*found, *wanted)) {
      change.files.push_back({path, *found, wanted->bytes, wanted->mode});
    }
  }
  if (!errors.empty()) return Failure(std::move(errors));
  change.emptied_folders = folders_left(change.files);
  return change;
}

}  // namespace patcher
