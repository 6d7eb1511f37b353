// SPDX-License-Identifier: MIT
#include "patcher/plan/lock_chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "patcher/plan/lock_strangers.hpp"
#include "patcher/plan/locking.hpp"
#include "patcher/plan/peeled_tree.hpp"

namespace patcher {
namespace {

using Entries = std::map<TreePath, GitEntry>;

std::vector<const Patch*> patches_of(const Assessment& assessment) {
  std::vector<const Patch*> patches;
  for (const Verdict& verdict : assessment.verdicts()) {
    if (verdict.patch != nullptr) patches.push_back(verdict.patch);
  }
  return patches;
}

Entries entries_by_chain(const LockedTree& locked, const PatchIds& applied) {
  Entries entries;
  for (const auto& [path, file] : locked.files) {
    const LockedFile::Step* step = last_step(file, applied);
    entries[path] = step == nullptr ? file.base : step->after;
  }
  return entries;
}

GitEntry entry_after(const RecordedFile& file) {
  if (!file.after) return {};
  const bool executable = (file.mode_after & 0100U) != 0;
  return {executable ? GitEntry::Kind::executable : GitEntry::Kind::file, *file.after};
}

/// Where recorded bytes moved there is no base to plan on; what the record names must be there.
Entries entries_by_record(const Assessment& assessment, const LockedTree& locked) {
  Entries entries = entries_by_chain(locked, {});
  for (const RecordedPatch& recorded : assessment.job().record.stack) {
    if (!is_of_set(assessment, recorded)) continue;
    for (const RecordedFile& file : recorded.files) entries[file.path] = entry_after(file);
  }
  return entries;
}

Diagnostic does_not_fit_alone(const Patch& patch) {
  Diagnostic diagnostic;
  diagnostic.code = Code::lock_drift;
  diagnostic.message = fmt::format(
      "what the lock has for patch '{}' alone cannot be told: it does not fit without the others",
      patch.id);
  diagnostic.where = patch.where;
  diagnostic.patch = patch.id;
  diagnostic.tree = patch.tree;
  diagnostic.hint = "revert it, or apply the whole set";
  return diagnostic;
}

Result<Entries> entries_by_planning(const Assessment& assessment, const LockedTree& locked,
                                    const PatchIds& applied) {
  std::vector<StackItem> items;
  for (const Patch* patch : patches_of(assessment)) {
    if (applied.contains(patch->id)) items.push_back({patch, nullptr});
  }
  const PeeledTree base(assessment.stack().base);
  const Sequence planned = lay(items, View(base), assessment.job().cache);
  for (const Placed& placed : planned.items) {
    if (!placed.step) return does_not_fit_alone(*placed.item.patch);
  }
  Entries entries = entries_by_chain(locked, {});
  for (auto& [path, entry] : entries) {
    if (last_step(locked.files.at(path), applied) == nullptr) continue;
    const Result<Entry> made = planned.end.look(path);
    if (!made) return made.error();
    entry = git_entry_of(*made);
  }
  return entries;
}

}  // namespace

PatchIds applied_by_record(const Assessment& assessment) {
  PatchIds ids;
  for (const RecordedPatch* recorded : standing_records(assessment)) {
    if (is_of_set(assessment, *recorded)) ids.insert(recorded->patch);
  }
  return ids;
}

PatchIds first_patches(const Assessment& assessment, std::size_t count) {
  PatchIds ids;
  for (const Patch* patch : patches_of(assessment)) {
    if (ids.size() < count) ids.insert(patch->id);
  }
  return ids;
}

Result<Entries> expected_entries(const Assessment& assessment, const LockedTree& locked,
                                 const PatchIds& applied) {
  if (applied == first_patches(assessment, applied.size())) {
    return entries_by_chain(locked, applied);
  }
  if (!assessment.stack().broken.empty()) return entries_by_record(assessment, locked);
  return entries_by_planning(assessment, locked, applied);
}

std::optional<std::size_t> standing_without_record(const Assessment& assessment,
                                                   const LockedTree& locked) {
  if (!applied_by_record(assessment).empty()) return std::nullopt;
  Entries found;
  for (const auto& [path, file] : locked.files) {
    const Result<Entry> entry = assessment.job().source.look(path);
    if (!entry) return std::nullopt;
    found[path] = git_entry_of(*entry);
  }
  if (found == entries_by_chain(locked, {})) return std::nullopt;
  for (std::size_t count = patches_of(assessment).size(); count > 0; --count) {
    if (found == entries_by_chain(locked, first_patches(assessment, count))) return count;
  }
  return std::nullopt;
}

const LockedFile::Step* last_step(const LockedFile& file, const PatchIds& applied) {
  const auto last =
      std::find_if(file.chain.rbegin(), file.chain.rend(),
                   [&](const LockedFile::Step& step) { return applied.contains(step.patch); });
  return last == file.chain.rend() ? nullptr : &*last;
}

}  // namespace patcher
