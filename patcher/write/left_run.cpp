// SPDX-License-Identifier: MIT
#include "patcher/write/left_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <utility>

#include "patcher/write/bytecode.hpp"

namespace patcher {
namespace {

using Stage = Journals::Stage;

Result<std::optional<FoundJournal>> found_as(const Worktree& root, std::string_view name,
                                             Stage stage) {
  auto entry = root.look_at_own(name);
  if (!entry) return std::move(entry).error();
  if (!entry->is_file()) return std::optional<FoundJournal>();
  auto journal = parse_journal(*entry->bytes, own_path(root, name));
  if (!journal) return std::move(journal).error();
  return std::optional<FoundJournal>(FoundJournal{*std::move(journal), stage});
}

bool is_same_folder(const Worktree& a, const Worktree& b, FileSystem& files) {
  struct stat left{};
  struct stat right{};
  return files.stat(a.descriptor(), left) == 0 && files.stat(b.descriptor(), right) == 0 &&
         left.st_dev == right.st_dev && left.st_ino == right.st_ino;
}

bool is_absent(const Result<std::unique_ptr<Worktree>>& opened) {
  return !opened && opened.error().diagnostics().front().code == Code::tree_not_found;
}

bool is_empty(const Worktree& root, FileSystem& files) {
  std::vector<std::string> names;
  return files.list_folder(root.descriptor(), names) == 0 && names.empty();
}

/// Whether `found` is what the root at `seat` has of the run of `journal`.
bool is_of(const std::optional<FoundJournal>& found, const Journal& journal, std::size_t seat) {
  return found && found->journal.run == journal.run && found->journal.seat == seat;
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

}  // namespace

std::string own_path(const Worktree& root, std::string_view name) {
  return fmt::format("{}/{}/{}", root.root(), kOwnFolder, name);
}

Result<std::optional<FoundJournal>> journal_in(const Worktree& root) {
  for (const auto& [name, stage] :
       {std::pair{kCommitFile, Stage::committed}, std::pair{kJournalFile, Stage::begun}}) {
    auto found = found_as(root, name, stage);
    if (!found || *found) return found;
  }
  return found_as(root, kSettledFile, Stage::settled);
}

Status LeftRun::gather(const Worktree& root, const FoundJournal& found) {
  found_in_ = &root;
  journal_ = found.journal;
  Diagnostics errors;
  for (std::size_t i = 0; i < journal_.roots.size(); ++i) {
    const Seat seat{i, journal_.roots[i], journal_.names[i]};
    Status taken = given_up_.contains(seat.path) ? give_up(seat) : take(seat);
    if (!taken) append(errors, std::move(taken).error().diagnostics());
  }
  // While journals are written or removed, a root without one has nothing to do.
  if (stage_ != Stage::settled) append(errors, std::move(lacking_));
  if (!errors.empty()) return Failure(std::move(errors));
  return decide();
}

/// Adds the root at `seat`, or says why it cannot be.
Status LeftRun::take(const Seat& seat) {
  auto member = member_at(seat);
  if (!member) return std::move(member).error();
  if (*member == nullptr) return lost(seat, "is not there");
  const auto added = add(**member, seat);
  if (!added) return added.error();
  if (*added) return {};
  // An empty folder is where something else is to be mounted, as like as not.
  if (is_empty(**member, files_)) return lost(seat, "is an empty folder");
  lacking_.push_back(lost(seat, "has no journal of that run"));
  return {};
}

/// Leaves the root at `seat` out, unless it is there after all.
Status LeftRun::give_up(const Seat& seat) {
  auto member = given_at(seat);
  if (!member) return std::move(member).error();
  auto opened = Worktree::open(seat.path, files_);
  if (!opened && !is_absent(opened)) return std::move(opened).error();
  if (*member == nullptr && opened) {
    const auto found = journal_in(**opened);
    if (!found) return found.error();
    if (is_of(*found, journal_, seat.number)) *member = opened->get();
  }
  if (*member != nullptr) {
    return Diagnostic{
        .code = Code::interrupted,
        .message = fmt::format("\"{}\" is given up, but \"{}\" is there and has the journal of "
                               "the run that was interrupted",
                               seat.path, (*member)->root()),
        .target = {.file = own_path(**member, kJournalFile)},
        .hint = "leave '--give-up' out: that run can be finished or undone there as well"};
  }
  notes_.push_back({.severity = Severity::note,
                    .code = Code::recovered,
                    .message = fmt::format("\"{}\" (tree '{}') was given up: whatever that run "
                                           "left there stays as it is",
                                           seat.path, seat.tree()),
                    .tree = seat.tree()});
  return {};
}

/// The given root that has the journal of `seat`, wherever it is now, or null.
Result<const Worktree*> LeftRun::given_at(const Seat& seat) const {
  for (const Worktree* root : given_) {
    auto found = journal_in(*root);
    if (!found) return std::move(found).error();
    if (is_of(*found, journal_, seat.number)) return root;
  }
  return static_cast<const Worktree*>(nullptr);
}

/// The root at `seat`: one of the given, or what stands at its path. Null when nothing does.
Result<const Worktree*> LeftRun::member_at(const Seat& seat) {
  auto given = given_at(seat);
  if (!given || *given != nullptr) return given;
  auto opened = Worktree::open(seat.path, files_, seat.folder());
  if (is_absent(opened)) return static_cast<const Worktree*>(nullptr);
  if (!opened) return std::move(opened).error();
  const auto found = journal_in(**opened);
  if (!found) return found.error();
  // Another root of the run may have been moved to where this one was.
  const bool is_another =
      *found && (*found)->journal.run == journal_.run && (*found)->journal.seat != seat.number;
  if (is_another) return static_cast<const Worktree*>(nullptr);
  return held(*std::move(opened));
}

Result<const Worktree*> LeftRun::held(std::unique_ptr<Worktree> root) {
  for (const Worktree* given : given_) {
    if (is_same_folder(*given, *root, files_)) return given;
  }
  auto locks = TreeLocks::take({root.get()}, files_);
  if (!locks) return std::move(locks).error();
  locks_.push_back(*std::move(locks));
  return opened_.emplace_back(std::move(root)).get();
}

/// Adds what `root` has of the run; says whether it has anything.
Result<bool> LeftRun::add(const Worktree& root, const Seat& seat) {
  auto found = journal_in(root);
  if (!found) return std::move(found).error();
  if (!is_of(*found, journal_, seat.number)) return false;
  Folder& top = folders_.root(root, seat.tree());
  auto own = folders_.child(top, std::string(kOwnFolder));
  if (!own) return std::move(own).error();
  if (seats_.empty()) stage_ = (*found)->stage;
  seats_.push_back({*own, (*found)->stage});
  left_.push_back({*own, std::move((*found)->journal)});
  return true;
}

/// Which way it goes. Without its first root that is told by what the others show.
Status LeftRun::decide() {
  direction_ = stage_ == Stage::committed ? Direction::forward : Direction::back;
  const bool is_first_there = !left_.empty() && left_.front().journal.seat == 0;
  if (is_first_there || stage_ == Stage::settled) return {};
  const auto direction = direction_by_traces(left_, folders_);
  if (!direction) return direction.error();
  direction_ = *direction;
  return {};
}

Result<Diagnostics> LeftRun::settle() {
  Diagnostics told{note()};
  append(told, notes_);
  auto more = carry_out();
  if (!more) return more;
  append(told, *std::move(more));
  return told;
}

Result<Diagnostics> LeftRun::carry_out() {
  if (stage_ == Stage::settled) {
    Diagnostics failures = Journals(seats_, folders_).remove();
    if (!failures.empty()) return Failure(std::move(failures));
    return failures;
  }
  auto plan = plan_of(left_, direction_, folders_);
  if (!plan) return std::move(plan).error();
  Transaction transaction(*std::move(plan), Journals(seats_, folders_), folders_);
  if (direction_ == Direction::forward) return forward(transaction);
  Diagnostics failures = transaction.roll_back();
  if (!failures.empty()) return Failure(std::move(failures));
  return failures;
}

Result<Diagnostics> LeftRun::forward(Transaction& transaction) {
  if (Status exchanged = transaction.exchange(); !exchanged) {
    transaction.leave();
    return std::move(exchanged).error();
  }
  Diagnostics notes = drop_stale_bytecode(transaction.plan(), folders_);
  append(notes, transaction.finish());
  return notes;
}

Diagnostic LeftRun::note() const {
  std::size_t files = 0;
  for (const LeftRoot& root : left_) files += root.journal.items.size();
  const bool is_first_there = !left_.empty() && left_.front().journal.seat == 0;
  const bool goes_back = direction_ == Direction::back;
  const std::string_view done =
      stage_ == Stage::settled ? "with nothing under way but its journals: they were removed"
      : !is_first_there ? (goes_back ? "and its first root is given up: what is left was undone"
                                     : "and its first root is given up: what is left was finished")
      : goes_back       ? "before its commit mark: it was undone"
                        : "after its commit mark: it was finished";
  return {.severity = Severity::note,
          .code = Code::recovered,
          .message = fmt::format("an earlier run was interrupted {} ({} {} in {} {})", done, files,
                                 files == 1 ? "file" : "files", left_.size(),
                                 left_.size() == 1 ? "root" : "roots")};
}

}  // namespace patcher
