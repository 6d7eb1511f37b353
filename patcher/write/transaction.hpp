// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

#include "patcher/core/result.hpp"
#include "patcher/write/commit.hpp"
#include "patcher/write/folders.hpp"
#include "patcher/write/journals.hpp"
#include "patcher/write/write_plan.hpp"

namespace patcher {

/// The change of a `WritePlan` on the disk, phase by phase: `begin`, `stage`, `mark`, `exchange`,
/// `finish`.
///
/// Before `finish`, `roll_back` puts everything back; so does destruction, which cannot report.
/// A run that dies leaves its journals: `recover` rolls it back before `mark` and forward after it.
class Transaction {
 public:
  Transaction(WritePlan plan, Journals journals, Folders& folders)
      : plan_(std::move(plan)), journals_(std::move(journals)), folders_(folders) {}
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();

  /// Until the mark is set, ends with the error that `stop_asked` gives once it gives one.
  void stop_when(StopAsked stop_asked) { stop_asked_ = std::move(stop_asked); }
  /// Gives every item its temporary names and writes what is going to be done into the journals.
  [[nodiscard]] Status begin();
  /// Writes every new file beside its target, under its temporary name, through to the disk. Makes
  /// the folders that are missing.
  [[nodiscard]] Status stage();
  /// Proves every target once more, then sets the commit mark, through to the disk.
  [[nodiscard]] Status mark();
  /// Gives each original a second name and each new file its own, through to the disk.
  [[nodiscard]] Status exchange();
  /// Removes the originals, the folders that are empty now, and the journals. Nothing is put back
  /// from here on: gives the plan's notes, and an error (io_error) for each name that could not be
  /// removed; then the journals stay, for the next run to remove all of it.
  [[nodiscard]] Diagnostics finish();
  /// Gives each original its name back and removes all that the run made; gives the reasons for
  /// what could not be put back. The journals stay when anything could not.
  [[nodiscard]] Diagnostics roll_back();
  [[nodiscard]] const WritePlan& plan() const { return plan_; }
  /// Leaves everything as it is, for a later run to recover.
  void leave() { settled_ = true; }

 private:
  [[nodiscard]] Status go_on() const;
  [[nodiscard]] Status stage(Item& item);
  [[nodiscard]] Status fill(int staged, const Item& item);
  [[nodiscard]] Status prove_all();
  [[nodiscard]] Status keep(Item& item);
  [[nodiscard]] Status place(Item& item);
  [[nodiscard]] Status sync_folders();
  [[nodiscard]] Diagnostics put_back(Item& item);
  [[nodiscard]] int put_name_back(const Item& item);
  [[nodiscard]] int drop_staged(Item& item);
  [[nodiscard]] int drop_kept(Item& item);

  WritePlan plan_;
  Journals journals_;
  Folders& folders_;
  FileSystem& files_ = folders_.files();
  StopAsked stop_asked_;
  bool settled_ = false;  ///< Finished, rolled back, or left.
};

}  // namespace patcher
