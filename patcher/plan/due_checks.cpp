// SPDX-License-Identifier: MIT
#include "patcher/plan/due_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "patcher/manifest/digest.hpp"

namespace patcher {
namespace {

/// Parts of a text to digest, each with its length, so that no two lists make the same text.
class Parts {
 public:
  void add(std::string_view part) { text_ += fmt::format("{}:{}", part.size(), part); }
  void add(const std::vector<std::string>& parts) {
    add(std::to_string(parts.size()));
    for (const std::string& part : parts) add(part);
  }
  [[nodiscard]] std::string digest() const { return sha256_of(text_); }

 private:
  std::string text_;
};

bool is_of(const RecordedPatch& recorded, const CheckScene& scene) {
  return recorded.manifest == scene.manifest.name && recorded.tree == scene.tree;
}

const RecordedPatch* recorded_in(const CheckScene& scene, const Patch& patch) {
  const auto found = std::ranges::find_if(scene.stack, [&](const RecordedPatch& recorded) {
    return is_of(recorded, scene) && recorded.patch == patch.id &&
           recorded.revision == patch.revision;
  });
  return found == scene.stack.end() ? nullptr : &*found;
}

void add_check(const Check& check, Parts& parts) {
  parts.add(check.run);
  parts.add(check.needs);
  parts.add(check.bytecode_has);
  parts.add(check.file.str());
}

/// Adds the files of `patch` as they are with all patches on top of it.
void add_files(const RecordedPatch& patch, const CheckScene& scene, Parts& parts) {
  std::map<TreePath, const RecordedFile*> top;
  for (const RecordedPatch& recorded : scene.stack) {
    for (const RecordedFile& file : recorded.files) top[file.path] = &file;
  }
  for (const RecordedFile& file : patch.files) {
    const RecordedFile& now = *top.at(file.path);
    parts.add(file.path.str());
    parts.add(now.after ? now.after->hex : "");
    parts.add(std::to_string(now.mode_after));
  }
}

PendingCheck name_of(const Check& check, const CheckScene& scene, const std::string& patch) {
  return {std::string(scene.tree), scene.manifest.name, patch, check.id, spelled(check)};
}

void add_ready(const Patch& patch, const CheckScene& scene, std::vector<ReadyCheck>& ready) {
  const RecordedPatch* recorded = recorded_in(scene, patch);
  if (recorded == nullptr) return;
  for (const Check& check : patch.checks) {
    Parts parts;
    add_check(check, parts);
    parts.add(patch.id);
    parts.add(patch.revision);
    add_files(*recorded, scene, parts);
    ready.push_back({&check, &patch, name_of(check, scene, patch.id), parts.digest()});
  }
}

/// The set's patches for the tree as they are recorded; none where the set is not whole.
std::vector<const RecordedPatch*> whole_set(const CheckScene& scene) {
  std::vector<const RecordedPatch*> set;
  for (const Patch& patch : scene.manifest.patches) {
    if (patch.tree != scene.tree || scene.left_out.contains(patch.id)) continue;
    const RecordedPatch* recorded = recorded_in(scene, patch);
    if (recorded == nullptr) return {};
    set.push_back(recorded);
  }
  return set;
}

void add_ready_of_set(const CheckScene& scene, std::vector<ReadyCheck>& ready) {
  const std::vector<const RecordedPatch*> set = whole_set(scene);
  if (set.empty()) return;
  for (const Check& check : scene.manifest.checks) {
    if (check.tree != scene.tree) continue;
    Parts parts;
    add_check(check, parts);
    // What is in other trees cannot be seen from here; what is to be there can.
    for (const Patch& patch : scene.manifest.patches) parts.add(patch.id + " " + patch.revision);
    for (const RecordedPatch* recorded : set) add_files(*recorded, scene, parts);
    ready.push_back({&check, nullptr, name_of(check, scene, ""), parts.digest()});
  }
}

template <class Entries>
auto entry_of(Entries& entries, const ReadyCheck& check) {
  return std::find_if(entries.begin(), entries.end(), [&](const JudgedCheck& entry) {
    return entry.name == check.name && entry.digest == check.digest;
  });
}

bool is_own(const JudgedCheck& entry, const CheckScene& scene) {
  return entry.name.manifest == scene.manifest.name && entry.name.tree == scene.tree;
}

/// Whether anything of the manifest that the entry is of is applied.
bool is_in_use(const JudgedCheck& entry, const std::vector<RecordedPatch>& stack) {
  return std::ranges::any_of(stack, [&](const RecordedPatch& recorded) {
    return recorded.manifest == entry.name.manifest && recorded.tree == entry.name.tree;
  });
}

}  // namespace

std::vector<ReadyCheck> ready_checks(const CheckScene& scene) {
  std::vector<ReadyCheck> ready;
  for (const Patch& patch : scene.manifest.patches) {
    if (patch.tree == scene.tree) add_ready(patch, scene, ready);
  }
  add_ready_of_set(scene, ready);
  return ready;
}

bool is_due(const ReadyCheck& check, const Record& record) {
  const auto entry = entry_of(record.checks, check);
  if (entry == record.checks.end()) return check.check->needs.empty();
  return entry->verdict == JudgedCheck::Verdict::open;
}

std::vector<JudgedCheck> checks_after(const CheckScene& scene, const Record& before) {
  std::vector<JudgedCheck> checks;
  for (const JudgedCheck& entry : before.checks) {
    if (!is_own(entry, scene) && is_in_use(entry, scene.stack)) checks.push_back(entry);
  }
  for (const ReadyCheck& ready : ready_checks(scene)) {
    const auto known = entry_of(before.checks, ready);
    if (known != before.checks.end()) checks.push_back(*known);
    const bool is_new = known == before.checks.end() && is_due(ready, before);
    if (is_new) checks.push_back({ready.name, ready.digest, JudgedCheck::Verdict::open});
  }
  return checks;
}

std::vector<PendingCheck> pending_checks(const CheckScene& scene, const Record& record) {
  std::vector<PendingCheck> pending;
  for (const JudgedCheck& entry : checks_after(scene, record)) {
    if (entry.verdict == JudgedCheck::Verdict::open) pending.push_back(entry.name);
  }
  return pending;
}

void note_verdict(const ReadyCheck& check, JudgedCheck::Verdict verdict, Record& record) {
  const auto known = entry_of(record.checks, check);
  if (known != record.checks.end()) {
    known->verdict = verdict;
  } else {
    record.checks.push_back({check.name, check.digest, verdict});
  }
}

std::set<std::string> left_out_in(const Assessment& assessment) {
  std::set<std::string> ids;
  for (const Verdict& verdict : assessment.verdicts()) {
    if (is_left_out(verdict.outcome)) ids.insert(verdict.outcome.id);
  }
  return ids;
}

}  // namespace patcher
