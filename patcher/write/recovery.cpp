// SPDX-License-Identifier: MIT
#include "patcher/write/recovery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "patcher/write/bytecode.hpp"
#include "patcher/write/journal_plan.hpp"
#include "patcher/write/transaction.hpp"
#include "patcher/write/tree_lock.hpp"

namespace patcher {
namespace {

/// What one root has of a run.
struct Found {
  Journal journal;
  Journals::Stage stage = Journals::Stage::begun;
};

std::string own_path(const Worktree& root, std::string_view name) {
  return fmt::format("{}/{}/{}", root.root(), kOwnFolder, name);
}

Result<std::optional<Found>> found_as(const Worktree& root, std::string_view name,
                                      Journals::Stage stage) {
  auto entry = root.look_at_own(name);
  if (!entry) return std::move(entry).error();
  if (!entry->is_file()) return std::optional<Found>();
  auto journal = parse_journal(*entry->bytes, own_path(root, name));
  if (!journal) return std::move(journal).error();
  return std::optional<Found>(Found{*std::move(journal), stage});
}

Result<std::optional<Found>> found_in(const Worktree& root) {
  auto committed = found_as(root, kCommitFile, Journals::Stage::committed);
  if (!committed || *committed) return committed;
  return found_as(root, kJournalFile, Journals::Stage::begun);
}

Diagnostic interrupted(const Worktree& root, std::string message, std::string hint) {
  return {.code = Code::interrupted,
          .message = std::move(message),
          .target = {.file = own_path(root, kJournalFile)},
          .hint = std::move(hint)};
}

Diagnostic unreachable(const Worktree& root, const std::string& other) {
  return interrupted(
      root,
      fmt::format("a run was interrupted here that wrote in \"{}\" as well, which is not there",
                  other),
      "bring that folder back, or name its new place with '--root'; if it is gone for good, make "
      "an empty folder there");
}

Diagnostic without_first(const Worktree& root, const std::string& first) {
  return interrupted(root,
                     fmt::format("a run was interrupted here, and \"{}\", which knows whether it "
                                 "is to be undone or finished, has nothing of it",
                                 first),
                     "name the place of that tree with '--root', or restore both from their base, "
                     "the folders '.patcher' removed");
}

bool is_same_folder(const Worktree& a, const Worktree& b, FileSystem& files) {
  struct stat left{};
  struct stat right{};
  return files.stat(a.descriptor(), left) == 0 && files.stat(b.descriptor(), right) == 0 &&
         left.st_dev == right.st_dev && left.st_ino == right.st_ino;
}

/// Removes what was compiled from the old bytes since: to an interpreter it may look fresh.
Diagnostics drop_stale_bytecode(const WritePlan& plan, Folders& folders) {
  Diagnostics warnings;
  for (const Item& source : plan.items) {
    if (source.proof == Proof::waived) continue;
    auto stale = stale_bytecode(*source.folder, source.name, folders, folders.files());
    if (!stale) {
      append(warnings, std::move(stale).error().diagnostics());
      continue;
    }
    for (const Item& item : *stale) {
      const int removed = folders.files().remove_file(item.folder->descriptor, item.name);
      if (removed != 0 && removed != -ENOENT) warnings.push_back(item.refusal("remove", removed));
    }
  }
  for (Diagnostic& warning : warnings) warning.severity = Severity::warning;
  return warnings;
}

/// One run that ended in the middle, gathered from all its roots.
class LeftRun {
 public:
  LeftRun(const std::vector<const Worktree*>& given, FileSystem& files)
      : given_(given), files_(files), folders_(files) {}

  /// Gathers the run whose journal `found` stands in `root`.
  Status gather(const Worktree& root, const Found& found) {
    run_ = found.journal.run;
    const std::vector<std::string>& paths = found.journal.roots;
    for (std::size_t seat = 0; seat < paths.size(); ++seat) {
      auto member = member_at(seat, paths[seat]);
      if (!member) return std::move(member).error();
      if (*member == nullptr) return unreachable(root, paths[seat]);
      auto has_journal = add(**member);
      if (!has_journal) return std::move(has_journal).error();
      // Where any root has a journal, the first has it: this is not the first root of old.
      if (seat == 0 && !*has_journal) return without_first(root, paths.front());
    }
    return {};
  }

  /// The roots of the run that are known by its journals only.
  [[nodiscard]] const std::vector<std::unique_ptr<Worktree>>& opened() const { return opened_; }

  /// Finishes or undoes it.
  Result<Diagnostics> settle() {
    auto plan = plan_of(left_, direction_, folders_);
    if (!plan) return std::move(plan).error();
    const Diagnostic told = note();
    Transaction transaction(*std::move(plan), Journals(seats_, folders_), folders_);
    auto notes = direction_ == Direction::back ? back(transaction) : forward(transaction);
    if (notes) notes->insert(notes->begin(), told);
    return notes;
  }

 private:
  /// The root at `seat`: one of the given that has its journal, or that is the very folder at
  /// `path`, or what stands there. Null when nothing does.
  Result<const Worktree*> member_at(std::size_t seat, const std::string& path) {
    for (const Worktree* root : given_) {
      auto found = found_in(*root);
      if (!found) return std::move(found).error();
      if (*found && (*found)->journal.run == run_ && (*found)->journal.seat == seat) return root;
    }
    auto opened = Worktree::open(path, files_);
    if (opened) return held(*std::move(opened));
    const bool absent = opened.error().diagnostics().front().code == Code::tree_not_found;
    if (absent) return static_cast<const Worktree*>(nullptr);
    return std::move(opened).error();
  }

  Result<const Worktree*> held(std::unique_ptr<Worktree> root) {
    for (const Worktree* given : given_) {
      if (is_same_folder(*given, *root, files_)) return given;
    }
    auto locks = TreeLocks::take({root.get()}, files_);
    if (!locks) return std::move(locks).error();
    locks_.push_back(*std::move(locks));
    return opened_.emplace_back(std::move(root)).get();
  }

  /// Adds what `root` has of the run; says whether it has anything.
  Result<bool> add(const Worktree& root) {
    auto found = found_in(root);
    if (!found) return std::move(found).error();
    if (!*found || (*found)->journal.run != run_) return false;
    auto own = folders_.child(folders_.root(root, ""), std::string(kOwnFolder));
    if (!own) return std::move(own).error();
    if ((*found)->stage == Journals::Stage::committed) direction_ = Direction::forward;
    seats_.push_back({*own, (*found)->stage});
    left_.push_back({*own, std::move((*found)->journal)});
    return true;
  }

  static Result<Diagnostics> back(Transaction& transaction) {
    Diagnostics failures = transaction.roll_back();
    if (!failures.empty()) return Failure(std::move(failures));
    return Diagnostics();
  }

  Result<Diagnostics> forward(Transaction& transaction) {
    if (Status exchanged = transaction.exchange(); !exchanged) {
      transaction.leave();
      return std::move(exchanged).error();
    }
    Diagnostics notes = drop_stale_bytecode(transaction.plan(), folders_);
    append(notes, transaction.finish());
    return notes;
  }

  [[nodiscard]] Diagnostic note() const {
    std::size_t files = 0;
    for (const LeftRoot& root : left_) files += root.journal.items.size();
    const std::string_view done = direction_ == Direction::back
                                      ? "before its commit mark: it was undone"
                                      : "after its commit mark: it was finished";
    return {.severity = Severity::note,
            .code = Code::recovered,
            .message = fmt::format("an earlier run was interrupted {} ({} files in {} trees)", done,
                                   files, left_.size())};
  }

  const std::vector<const Worktree*>& given_;
  FileSystem& files_;
  Folders folders_;
  std::string run_;
  Direction direction_ = Direction::back;
  std::vector<LeftRoot> left_;
  std::vector<Journals::Seat> seats_;
  std::vector<std::unique_ptr<Worktree>> opened_;
  std::vector<TreeLocks> locks_;
};

/// Removes what a run leaves that died before it had begun, or after it had ended.
Status clear_remains(const Worktree& root, FileSystem& files) {
  Folders folders(files);
  auto own = folders.child(folders.root(root, ""), std::string(kOwnFolder));
  if (!own) return std::move(own).error();
  if (!(*own)->exists()) return {};
  const int removed = files.remove_file((*own)->descriptor, std::string(kUnfinishedJournal));
  if (removed != 0 && removed != -ENOENT) {
    return (*own)->refusal("remove", kUnfinishedJournal, removed);
  }
  Diagnostics failures = folders.remove_if_bare(**own);
  if (!failures.empty()) return Failure(std::move(failures));
  return {};
}

/// Settles the run whose journal `found` stands in `root`, and clears its roots that are not given.
Result<Diagnostics> settle(const Worktree& root, const Found& found,
                           const std::vector<const Worktree*>& given, FileSystem& files) {
  LeftRun run(given, files);
  if (Status gathered = run.gather(root, found); !gathered) return std::move(gathered).error();
  auto notes = run.settle();
  if (!notes) return notes;
  for (const auto& other : run.opened()) {
    if (Status cleared = clear_remains(*other, files); !cleared) return std::move(cleared).error();
  }
  return notes;
}

}  // namespace

Result<bool> has_journal(const Worktree& root) {
  for (const std::string_view name : {kCommitFile, kJournalFile}) {
    auto entry = root.look_at_own(name);
    if (!entry) return std::move(entry).error();
    if (entry->kind != EntryKind::absent && entry->kind != EntryKind::in_file) return true;
  }
  return false;
}

Diagnostic interrupted_or_at_work(const Worktree& root, FileSystem& files) {
  const auto free = TreeLocks::take({&root}, files);
  return free ? interrupted_error(root) : free.error().diagnostics().front();
}

Diagnostic interrupted_error(const Worktree& root) {
  return interrupted(root,
                     fmt::format("a run was interrupted in \"{}\": it may hold a mix", root.root()),
                     "'patcher apply' or 'patcher revert' finishes or undoes that run first");
}

Result<Diagnostics> recover(const std::vector<const Worktree*>& roots, FileSystem& files) {
  Diagnostics notes;
  for (const Worktree* root : roots) {
    auto found = found_in(*root);
    if (!found) return std::move(found).error();
    auto settled =
        *found ? settle(*root, **found, roots, files) : Result<Diagnostics>(Diagnostics{});
    if (!settled) return settled;
    append(notes, *std::move(settled));
    if (Status cleared = clear_remains(*root, files); !cleared) return std::move(cleared).error();
  }
  return notes;
}

}  // namespace patcher
