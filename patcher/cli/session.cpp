// SPDX-License-Identifier: MIT
#include "patcher/cli/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "patcher/cli/conditions.hpp"
#include "patcher/cli/lock_file.hpp"
#include "patcher/cli/mapped_folders.hpp"
#include "patcher/cli/recovering.hpp"
#include "patcher/cli/root_option.hpp"
#include "patcher/cli/shared_files.hpp"
#include "patcher/cli/subject.hpp"
#include "patcher/manifest/lock_freshness.hpp"
#include "patcher/plan/anchor_faults.hpp"
#include "patcher/write/recovery.hpp"

namespace patcher {
namespace {

TreeOutcome outcome_of(const OpenRoot& root) {
  TreeOutcome outcome{root.spec->name, root.where(), root.spec->commit, root.commit()};
  for (const SplitWorktree::Part& part : root.parts()) {
    outcome.map.push_back({part.at.str(), part.folder->root()});
  }
  return outcome;
}

Diagnostic pin_note(const TreeOutcome& tree, const TreeSpec& spec) {
  Diagnostic note;
  note.severity = Severity::note;
  note.code = Code::pin_differs;
  note.message = fmt::format("tree '{}' is at commit {}, not at the manifest's pin {}", tree.tree,
                             tree.at, tree.pin);
  note.where = spec.where;
  note.tree = tree.tree;
  return note;
}

void name_trees(const std::vector<OpenRoot>& roots, Outcome& outcome) {
  for (const OpenRoot& root : roots) {
    const TreeOutcome tree = outcome_of(root);
    const bool elsewhere = !tree.at.empty() && !tree.pin.empty() && tree.at != tree.pin;
    if (elsewhere) outcome.diagnostics.push_back(pin_note(tree, *root.spec));
    append(outcome.diagnostics, root.warnings);
    outcome.trees.push_back(tree);
  }
}

std::vector<const Worktree*> worktrees_of(const std::vector<OpenRoot>& roots) {
  std::vector<const Worktree*> worktrees;
  for (const OpenRoot& root : roots) {
    std::ranges::copy(root.folders(), std::back_inserter(worktrees));
  }
  return worktrees;
}

/// Refuses to judge a tree that an earlier run left in the middle, or that one is at work in.
Status uninterrupted(const std::vector<const Worktree*>& roots, FileSystem& files) {
  Diagnostics errors;
  for (const Worktree* root : roots) {
    const auto left = has_journal(*root);
    if (!left) append(errors, left.error().diagnostics());
    if (left && *left) errors.push_back(interrupted_or_at_work(*root, files));
  }
  if (!errors.empty()) return Failure(std::move(errors));
  return {};
}

/// Whether a tree that no patch of `manifest` is for has nothing of an earlier one either. A record
/// stands for all of a tree without a manifest.
bool is_no_concern(const Record& record, const TreeSpec& spec, const Manifest& manifest) {
  if (manifest.edits(spec.name) || manifest.file.empty()) return false;
  const auto is_ours = [&](const auto& entry) {
    return entry.manifest == manifest.name && entry.tree == spec.name;
  };
  return std::ranges::none_of(record.stack, is_ours) &&
         std::ranges::none_of(record.pending, is_ours);
}

Diagnostics changes_at_checkout(const OpenRoot& root) {
  Diagnostics warnings = root.stored ? root.stored->changes_at_checkout() : Diagnostics();
  for (Diagnostic& warning : warnings) warning.tree = root.spec->name;
  return warnings;
}

Diagnostics changes_at_checkout(const std::vector<SessionTree>& trees) {
  Diagnostics warnings;
  for (const SessionTree& tree : trees) append(warnings, changes_at_checkout(tree.root));
  return warnings;
}

}  // namespace

Outcome begun(const Options& options) {
  Outcome outcome;
  outcome.command = name_of(options.command);
  return outcome;
}

Result<Manifest> load(const Options& options, Outcome& outcome) {
  Result<LoadedManifest> loaded = load_manifest(options.manifest, DiskSource{});
  if (!loaded) return std::move(loaded).error();
  outcome.manifest = loaded->manifest.name;
  append(outcome.diagnostics, std::move(loaded->warnings));
  Diagnostics faults = anchor_faults(loaded->manifest);
  if (!faults.empty()) return Failure(std::move(faults));
  return std::move(loaded->manifest);
}

namespace {

/// What a run that writes is about. Where the records tell it, a run that was interrupted is
/// settled before they are read.
Result<Subject> subject_to_write(const Options& options, FileSystem& files, Outcome& outcome) {
  Diagnostics sealed = roots_without_a_folder(options);
  if (!sealed.empty()) return Failure(std::move(sealed));
  if (!options.manifest.empty()) return subject_of(options, files, SettledRoots(), outcome);
  auto settled = settle_before_records(options, files, outcome);
  if (!settled) return std::move(settled).error();
  Result<Subject> subject = subject_of(options, files, *settled, outcome);
  if (subject) subject->options.give_up.clear();  // That was done: no run has them any more.
  return subject;
}

}  // namespace

Result<std::unique_ptr<Session>> Session::open(const Options& options, Hold hold, FileSystem& files,
                                               Outcome& outcome) {
  Result<Subject> subject = hold == Hold::write
                                ? subject_to_write(options, files, outcome)
                                : subject_of(options, files, SettledRoots(), outcome);
  if (!subject) return std::move(subject).error();
  std::unique_ptr<Session> session(
      new Session(std::move(subject->manifest), subject->options.upgrade, files));
  auto roots = session->open(subject->options);
  if (!roots) return std::move(roots).error();
  append(outcome.diagnostics, std::move(roots->notes));
  name_trees(roots->roots, outcome);
  if (hold == Hold::write) {
    auto locks = TreeLocks::take(worktrees_of(roots->roots), files);
    if (!locks) return std::move(locks).error();
    session->locks_.push_back(*std::move(locks));
  }
  const auto worktrees = worktrees_of(roots->roots);
  const Status whole = hold == Hold::write
                           ? settle_interrupted(worktrees, subject->options, files, outcome)
                           : uninterrupted(worktrees, files);
  if (!whole) return whole.error();
  Status read = session->read_trees(std::move(roots->roots), outcome);
  if (read && hold == Hold::read) read = session->check_steady();
  if (!read) return std::move(read).error();
  return session;
}

/// A run that writes leaves a journal while it is at work, and another record behind: a reader that
/// meets neither has seen no mix, and holds up nobody.
Status Session::check_steady() const {
  std::vector<const Worktree*> roots;
  for (const SessionTree& tree : trees_) {
    std::ranges::copy(tree.root.folders(), std::back_inserter(roots));
  }
  if (Status whole = uninterrupted(roots, files_); !whole) return whole;
  for (const SessionTree& tree : trees_) {
    auto record = tree.root.look_at_record();
    if (!record) return std::move(record).error();
    if (record->identity == tree.record_identity) continue;
    return Diagnostic{
        .code = Code::tree_locked,
        .message = fmt::format("another run wrote in \"{}\" at the same time", tree.root.where()),
        .tree = tree.root.spec->name,
        .hint = "run again"};
  }
  return {};
}

/// Reads the lock; what is wrong with it is returned.
Diagnostics Session::take_lock() {
  Result<Lock> lock = open_lock(manifest_);
  if (!lock) return std::move(lock).error().diagnostics();
  lock_ = *std::move(lock);
  return {};
}

/// Opens the lock, if it is demanded, and the roots. Where no tree can be held against the lock,
/// the set still is.
Result<OpenRoots> Session::open(const Options& options) {
  Diagnostics errors;
  if (options.lock_use == LockUse::demanded) errors = take_lock();
  auto roots = open_roots(manifest_, options, files_);
  if (roots && errors.empty()) return roots;
  if (!roots && lock_) errors = stale_digests(*lock_, digests_of(manifest_));
  if (!roots) append(errors, std::move(roots).error().diagnostics());
  return Failure(std::move(errors));
}

/// Judges every patch in its tree; what keeps that from being done is returned.
Diagnostics Session::judge_trees() {
  Diagnostics errors;
  for (SessionTree& tree : trees_) {
    const std::string& name = tree.root.spec->name;
    auto excluded = excluded_by_history(manifest_, tree.root, tree.record);
    if (!excluded) {
      append(errors, std::move(excluded).error().diagnostics());
      continue;
    }
    const WorkOf results = tree.root.stored ? WorkOf::upstream : WorkOf::somebody;
    tree.assessment =
        std::make_unique<Assessment>(TreeJob{manifest_, name, tree.root.tree(), tree.record,
                                             *tree.cache, upgrade_, *std::move(excluded), results});
  }
  return errors;
}

Status Session::read_trees(std::vector<OpenRoot> roots, Outcome& outcome) {
  Diagnostics errors;
  std::vector<SessionTree> left_alone;
  for (OpenRoot& root : roots) {
    const Result<Entry> entry = root.look_at_record();
    Result<Record> record = entry ? record_from(*entry, root.where()) : entry.error();
    if (record && is_no_concern(*record, *root.spec, manifest_)) {
      left_alone.push_back(
          {std::move(root), *std::move(record), entry->identity, nullptr, nullptr});
      continue;
    }
    if (record) record = in_these_folders(*std::move(record), root);
    if (record) {
      KnownMacros known{root.spec->definitions, root.spec->undefined};
      trees_.push_back({std::move(root), *std::move(record), entry->identity,
                        std::make_unique<SourceCache>(std::move(known)), nullptr});
    } else {
      append(errors, std::move(record).error().diagnostics());
    }
  }
  if (errors.empty()) errors = faults_of_nesting(manifest_, trees_, left_alone);
  if (!errors.empty()) return Failure(std::move(errors));
  // Only now: an assessment refers to its tree's record, which must not move any more.
  errors = judge_trees();
  if (!errors.empty()) return Failure(std::move(errors));
  Diagnostics unused = unused_folders(manifest_, trees_);
  if (has_error(unused)) return Failure(std::move(unused));
  append(outcome.diagnostics, std::move(unused));
  append(outcome.diagnostics, changes_at_checkout(trees_));
  return {};
}

}  // namespace patcher
