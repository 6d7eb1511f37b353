// SPDX-License-Identifier: MIT
#include "patcher/write/recovery.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <utility>

#include "patcher/write/left_run.hpp"
#include "patcher/write/tree_lock.hpp"

namespace patcher {
namespace {

/// Removes what a run leaves that died before it had begun, or after it had ended.
Status clear_remains(const Worktree& root, FileSystem& files) {
  Folders folders(files);
  auto own = folders.child(folders.root(root, ""), std::string(kOwnFolder));
  if (!own) return std::move(own).error();
  if (!(*own)->exists()) return {};
  // Looked for first: a read-only disk refuses to remove even what is not there.
  struct stat status{};
  const int seen = files.stat_at((*own)->descriptor, std::string(kUnfinishedJournal), status);
  if (seen != -ENOENT) {
    const int removed = files.remove_file((*own)->descriptor, std::string(kUnfinishedJournal));
    if (removed != 0) return (*own)->refusal("remove", kUnfinishedJournal, removed);
  }
  Diagnostics failures = folders.remove_if_bare(**own);
  if (!failures.empty()) return Failure(std::move(failures));
  return {};
}

/// `failure`, behind what was done before it.
Failure behind(Diagnostics notes, Failure failure) {
  append(notes, std::move(failure).diagnostics());
  return Failure(std::move(notes));
}

/// Settles `run`, whose journal `found` stands in `root`, and clears its roots that are not given.
Result<Diagnostics> settle(LeftRun& run, const Worktree& root, const FoundJournal& found,
                           FileSystem& files) {
  if (Status gathered = run.gather(root, found); !gathered) return std::move(gathered).error();
  auto notes = run.settle();
  if (!notes) return notes;
  for (const auto& other : run.opened()) {
    Status cleared = clear_remains(*other, files);
    if (!cleared) return behind(*std::move(notes), std::move(cleared).error());
  }
  return notes;
}

template <class Root>
Result<bool> has_journal_in(const Root& root) {
  for (const std::string_view name : {kCommitFile, kJournalFile, kSettledFile}) {
    auto entry = root.look_at_own(name);
    if (!entry) return std::move(entry).error();
    if (entry->kind != EntryKind::absent && entry->kind != EntryKind::in_file) return true;
  }
  return false;
}

}  // namespace

Result<bool> has_journal(const Worktree& root) { return has_journal_in(root); }

Result<bool> has_journal(const StoredTree& root) { return has_journal_in(root); }

Diagnostic interrupted_or_at_work(const Worktree& root, FileSystem& files) {
  const auto free = TreeLocks::take({&root}, files);
  return free ? interrupted_error(root) : free.error().diagnostics().front();
}

Diagnostic interrupted_error(const Worktree& root) {
  return {.code = Code::interrupted,
          .message = fmt::format("a run was interrupted in \"{}\": it may hold a mix", root.root()),
          .target = {.file = own_path(root, kJournalFile)},
          .hint = "'patcher apply' or 'patcher revert' finishes or undoes that run first"};
}

Status check_given_up(const std::vector<const Worktree*>& roots, const GivenUp& given_up) {
  if (given_up.empty()) return {};
  std::set<std::string> known;
  for (const Worktree* root : roots) {
    const auto found = journal_in(*root);
    if (!found) return found.error();
    if (*found) known.insert((*found)->journal.roots.begin(), (*found)->journal.roots.end());
  }
  Diagnostics errors;
  for (const std::string& path : given_up) {
    if (known.contains(path)) continue;
    errors.push_back(
        {.code = Code::usage,
         .message =
             fmt::format("--give-up names \"{}\", which is no root of an interrupted run", path),
         .hint = known.empty() ? "no run was interrupted here: leave the option out"
                               : fmt::format("the run that was interrupted here wrote in \"{}\"",
                                             fmt::join(known, "\", \""))});
  }
  if (!errors.empty()) return Failure(std::move(errors));
  return {};
}

Result<Diagnostics> recover(const std::vector<const Worktree*>& roots, const GivenUp& given_up,
                            FileSystem& files) {
  if (Status known = check_given_up(roots, given_up); !known) return std::move(known).error();
  Diagnostics notes;
  for (const Worktree* root : roots) {
    auto found = journal_in(*root);
    if (!found) return behind(std::move(notes), std::move(found).error());
    LeftRun run(roots, given_up, files);
    auto settled = *found ? settle(run, *root, **found, files) : Result<Diagnostics>(Diagnostics{});
    if (!settled) return behind(std::move(notes), std::move(settled).error());
    append(notes, *std::move(settled));
    Status cleared = clear_remains(*root, files);
    if (!cleared) return behind(std::move(notes), std::move(cleared).error());
  }
  return notes;
}

}  // namespace patcher
