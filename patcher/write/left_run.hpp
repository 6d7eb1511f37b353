// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/write/journal_plan.hpp"
#include "patcher/write/journals.hpp"
#include "patcher/write/recovery.hpp"
#include "patcher/write/transaction.hpp"
#include "patcher/write/tree_lock.hpp"

namespace patcher {

/// What one root has of a run.
struct FoundJournal {
  Journal journal;
  Journals::Stage stage = Journals::Stage::begun;
};

/// The journal in `root`, if there is one. Errors: record_unreadable, unsafe_path, unsafe_link,
/// io_error.
[[nodiscard]] Result<std::optional<FoundJournal>> journal_in(const Worktree& root);

/// The path of `name`, a file of our own in `root`.
[[nodiscard]] std::string own_path(const Worktree& root, std::string_view name);

/// One run that ended in the middle, gathered from all its roots.
class LeftRun {
 public:
  /// `given` are the roots that the caller has locked; all must outlive this.
  LeftRun(const std::vector<const Worktree*>& given, const GivenUp& given_up, FileSystem& files)
      : given_(given), given_up_(given_up), files_(files), folders_(files) {}

  /// Gathers the run whose journal `found` stands in `root`.
  ///
  /// Errors: interrupted for each root that is not there, that has no journal where it must have
  /// one, or that was given up and has it; tree_locked; io_error for one that cannot be opened;
  /// those of `journal_in`.
  [[nodiscard]] Status gather(const Worktree& root, const FoundJournal& found);
  /// Finishes or undoes it in all that was gathered; gives notes on what was done.
  [[nodiscard]] Result<Diagnostics> settle();
  /// The roots of the run that are known by its journals only.
  [[nodiscard]] const std::vector<std::unique_ptr<Worktree>>& opened() const { return opened_; }

 private:
  /// A place of the run.
  struct Seat {
    std::size_t number;
    const std::string& path;
    const std::string& name;

    /// Its name is its tree's, and behind a colon the folder of the tree that it is.
    [[nodiscard]] std::string tree() const { return name.substr(0, name.find(':')); }
    [[nodiscard]] std::string folder() const {
      return name.substr(std::min(tree().size() + 1, name.size()));
    }
  };
  [[nodiscard]] Status take(const Seat& seat);
  [[nodiscard]] Status give_up(const Seat& seat);
  [[nodiscard]] Result<const Worktree*> given_at(const Seat& seat) const;
  [[nodiscard]] Result<const Worktree*> member_at(const Seat& seat);
  [[nodiscard]] Result<const Worktree*> held(std::unique_ptr<Worktree> root);
  [[nodiscard]] Result<bool> add(const Worktree& root, const Seat& seat);
  [[nodiscard]] Status decide();
  [[nodiscard]] Diagnostic lost(const Seat& seat, std::string_view how) const;
  [[nodiscard]] std::string way_back(const Seat& seat) const;
  [[nodiscard]] std::vector<Note> notes_on_given(const Seat& seat) const;
  [[nodiscard]] Result<Diagnostics> carry_out();
  [[nodiscard]] Result<Diagnostics> forward(Transaction& transaction);
  [[nodiscard]] Diagnostic note() const;

  const std::vector<const Worktree*>& given_;
  const GivenUp& given_up_;
  FileSystem& files_;
  Folders folders_;
  const Worktree* found_in_ = nullptr;  ///< Where the run was met.
  Journal journal_;                     ///< The one that was met.
  /// How far the run came, by its first root, or by what is left where that was given up.
  Journals::Stage stage_ = Journals::Stage::none;
  Direction direction_ = Direction::back;
  std::vector<LeftRoot> left_;
  std::vector<Journals::Seat> seats_;
  Diagnostics lacking_;  ///< An error for each root that is there and has nothing of the run.
  Diagnostics notes_;    ///< On what was given up.
  std::vector<std::unique_ptr<Worktree>> opened_;
  std::vector<TreeLocks> locks_;
};

}  // namespace patcher
