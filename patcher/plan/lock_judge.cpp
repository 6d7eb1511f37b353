// SPDX-License-Identifier: MIT
#include "patcher/plan/lock_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "patcher/manifest/lock_difference.hpp"
#include "patcher/plan/lock_chain.hpp"
#include "patcher/plan/lock_strangers.hpp"
#include "patcher/plan/locking.hpp"

namespace patcher {
namespace {

constexpr std::size_t kMostDrifts = 100;

std::string moment_of(const LockedFile& file, const PatchIds& applied) {
  const LockedFile::Step* step = last_step(file, applied);
  return step == nullptr ? std::string("in the base")
                         : fmt::format("after patch '{}'", step->patch);
}

/// Holds one tree against its part of a lock.
class TreeJudge {
 public:
  TreeJudge(const Assessment& assessment, const LockedTree& locked)
      : assessment_(assessment), locked_(locked) {}

  Diagnostics run(Witness witness) {
    append(found_, strangers(assessment_, locked_, judged_));
    const auto standing = standing_without_record(assessment_, locked_);
    if (standing && witness == Witness::record) {
      add_unrecorded(*standing);
    } else {
      judge_files(standing ? first_patches(assessment_, *standing)
                           : applied_by_record(assessment_));
      if (!standing) judge_bases();
      judge_records();
      append(found_, left_by_the_set(assessment_, locked_, judged_));
    }
    for (const auto& [glob, caught] : locked_.globs) judge_glob(glob, caught);
    count_the_rest();
    return std::move(found_);
  }

 private:
  Diagnostic& add(const Place& where, const TreePath& path, std::string message) {
    Diagnostic diagnostic;
    diagnostic.code = Code::lock_drift;
    diagnostic.message = std::move(message);
    diagnostic.where = where;
    diagnostic.tree = locked_.name;
    diagnostic.target.file = path.str();
    diagnostic.hint =
        "restore it to what the lock has; or look at the change, and make the lock anew with "
        "'patcher lock'";
    found_.push_back(std::move(diagnostic));
    return found_.back();
  }

  /// One finding for all files: the bytes are ours, and only the record is missing.
  void add_unrecorded(std::size_t standing) {
    const std::string last = locked_patch(standing - 1);
    Diagnostic& diagnostic =
        add(locked_.where, {},
            fmt::format("the files of tree '{}' are what the lock has after patch '{}', but no "
                        "record says that it was applied",
                        locked_.name, last));
    diagnostic.patch = last;
    diagnostic.hint =
        "'patcher apply --adopt' records the patches as they stand; 'patcher revert' can take them "
        "out by the lock";
  }

  [[nodiscard]] std::string locked_patch(std::size_t index) const {
    return assessment_.verdicts()[index].outcome.id;
  }

  void judge_files(const PatchIds& applied) {
    const auto expected = expected_entries(assessment_, locked_, applied);
    if (!expected) {
      append(found_, expected.error().diagnostics());
      return;
    }
    for (const auto& [path, file] : locked_.files) {
      if (judged_.contains(path)) continue;
      const Result<Entry> entry = assessment_.job().source.look(path);
      if (!entry) {
        append(found_, entry.error().diagnostics());
        judged_.insert(path);
        continue;
      }
      compare(path, expected->at(path), git_entry_of(*entry), moment_of(file, applied));
    }
  }

  void compare(const TreePath& path, const GitEntry& expected, const GitEntry& found,
               const std::string& moment) {
    if (expected == found) return;
    judged_.insert(path);
    add(locked_.files.at(path).where, path,
        fmt::format("'{}' is not what the lock has {}: expected {}, found {}", path.str(), moment,
                    spelled(expected), spelled(found)));
  }

  /// A record that lies about the bytes below a patch is found here.
  void judge_bases() {
    for (const auto& [path, file] : locked_.files) {
      if (judged_.contains(path) || assessment_.stack().broken.contains(path)) continue;
      const Result<Entry> entry = assessment_.stack().base.look(path);
      if (entry) compare(path, file.base, git_entry_of(*entry), "below every patch");
    }
  }

  void judge_glob(const std::string& glob, const LockedGlob& locked) {
    const auto caught = caught_by(glob, assessment_.stack().base);
    if (!caught) {
      append(found_, caught.error().diagnostics());
      return;
    }
    for (const auto& [path, entry] : *caught) {
      const auto known = locked.files.find(path);
      if (known == locked.files.end()) {
        add_caught(locked, path,
                   fmt::format("'{}', which the glob '{}' catches, is not in the lock: found {}",
                               path.str(), glob, spelled(entry)));
      } else if (known->second != entry) {
        add_caught(locked, path,
                   fmt::format("'{}', which the glob '{}' catches, is not what the lock has: "
                               "expected {}, found {}",
                               path.str(), glob, spelled(known->second), spelled(entry)));
      }
    }
    for (const auto& [path, entry] : locked.files) {
      if (caught->contains(path)) continue;
      add_caught(locked, path,
                 fmt::format("'{}', which the glob '{}' caught, is gone: expected {}", path.str(),
                             glob, spelled(entry)));
    }
  }

  /// Where a record says otherwise than files that are as they should be, it is the record that is
  /// not.
  void judge_records() {
    for (const RecordedPatch& recorded : assessment_.stack().modified) {
      const bool explained = std::ranges::any_of(
          recorded.files, [&](const RecordedFile& file) { return judged_.contains(file.path); });
      if (explained || !is_of_set(assessment_, recorded)) continue;
      Diagnostic& diagnostic =
          add(locked_.where, {},
              fmt::format("the record of patch '{}' does not agree with the files of tree '{}', "
                          "which are what the lock has",
                          recorded.patch, locked_.name));
      diagnostic.patch = recorded.patch;
      diagnostic.hint = "restore the tree from its base, the record's folder '.patcher' removed";
    }
  }

  /// Files that the lock names by themselves are judged as such, whatever catches them too; one
  /// that several globs catch is named once.
  void add_caught(const LockedGlob& locked, const TreePath& path, std::string message) {
    if (locked_.files.contains(path) || !judged_.insert(path).second) return;
    add(locked.where, path, std::move(message));
  }

  void count_the_rest() {
    if (found_.size() <= kMostDrifts) return;
    const std::size_t more = found_.size() - kMostDrifts;
    found_.resize(kMostDrifts);
    add(locked_.where, {},
        fmt::format("{} more files of tree '{}' are not what the lock has", more, locked_.name));
  }

  const Assessment& assessment_;
  const LockedTree& locked_;
  std::set<TreePath> judged_;  ///< Files of which all is said.
  Diagnostics found_;
};

/// In what a lock that the tree agrees with is not the one that would be written for it: an entry
/// that somebody cut out guards nothing. Where the set cannot be locked as the tree is (its results
/// are unrecorded, say), at least every name must be there.
Diagnostics gaps_in(const LockedTree& locked, const Assessment& assessment) {
  if (const Result<LockedTree> now = lock_tree(assessment)) return differences(locked, *now);
  const Manifest& manifest = assessment.job().manifest;
  std::set<TreePath> files;
  for (const Patch& patch : manifest.patches) {
    if (patch.tree == locked.name) files.merge(files_named_by(patch));
  }
  return gaps(locked, files, guarded_globs(manifest, locked.name));
}

Diagnostic would_differ(const LockedTree& locked, const TreePath& path, std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = Code::lock_stale;
  diagnostic.message = std::move(message);
  diagnostic.where = locked.where;
  diagnostic.tree = locked.name;
  diagnostic.target.file = path.str();
  diagnostic.hint = "make the lock anew with 'patcher lock' and look at what changed in it";
  return diagnostic;
}

PatchIds applied_after(const Assessment& assessment, const TreePlan& plan) {
  PatchIds ids;
  if (plan.change.record.empty()) return ids;
  const Result<Record> record = parse_record(plan.change.record, "");
  if (!record) return ids;
  for (const RecordedPatch& recorded : record->stack) {
    if (is_of_set(assessment, recorded)) ids.insert(recorded.patch);
  }
  return ids;
}

/// What `path` will be once `change` is written.
Result<GitEntry> entry_after(const Assessment& assessment, const RootChange& change,
                             const TreePath& path) {
  for (const FileChange& file : change.files) {
    if (file.path != path) continue;
    if (!file.after) return GitEntry{};
    return git_entry_of({EntryKind::regular, file.after, file.mode, {}});
  }
  const Result<Entry> entry = assessment.job().source.look(path);
  if (!entry) return entry.error();
  return git_entry_of(*entry);
}

}  // namespace

Diagnostics lock_drifts(const Assessment& assessment, const Lock& lock, Witness witness) {
  const LockedTree* locked = lock.tree(assessment.job().tree);
  if (locked == nullptr) return {};
  Diagnostics found = TreeJudge(assessment, *locked).run(witness);
  if (found.empty()) found = gaps_in(*locked, assessment);
  return found;
}

Diagnostics unlike_lock(const Assessment& assessment, const TreePlan& plan, const Lock& lock) {
  const LockedTree* locked = lock.tree(assessment.job().tree);
  if (locked == nullptr) return {};
  const PatchIds applied = applied_after(assessment, plan);
  const auto expected = expected_entries(assessment, *locked, applied);
  if (!expected) return expected.error().diagnostics();
  Diagnostics errors;
  for (const auto& [path, wanted] : *expected) {
    const Result<GitEntry> entry = entry_after(assessment, plan.change, path);
    if (!entry) {
      append(errors, entry.error().diagnostics());
    } else if (*entry != wanted) {
      errors.push_back(
          would_differ(*locked, path,
                       fmt::format("stale lock: '{}' would become {}, and the lock has {} {}",
                                   path.str(), spelled(*entry), spelled(wanted),
                                   moment_of(locked->files.at(path), applied))));
    }
  }
  for (const FileChange& file : plan.change.files) {
    if (locked->files.contains(file.path)) continue;
    errors.push_back(
        would_differ(*locked, file.path,
                     fmt::format("stale lock: '{}' would be written, and the lock does not name it",
                                 file.path.str())));
  }
  return errors;
}

}  // namespace patcher
