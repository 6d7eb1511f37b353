// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "patcher/core/result.hpp"
#include "patcher/write/folders.hpp"
#include "patcher/write/write_plan.hpp"

namespace patcher {

/// The change of a `WritePlan` on the disk, phase by phase: `stage`, `exchange`, `finish`.
///
/// Before `finish`, `roll_back` puts everything back; so does destruction, which cannot report.
class Transaction {
 public:
  Transaction(WritePlan plan, Folders& folders, FileSystem& files)
      : plan_(std::move(plan)), folders_(folders), files_(files) {}
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();

  /// Writes every new file beside its target, under a temporary name, through to the disk. Makes
  /// the folders that are missing.
  [[nodiscard]] Status stage();
  /// Proves every target once more, then gives each original a second name and each new file its
  /// own, through to the disk.
  [[nodiscard]] Status exchange();
  /// Removes the originals and the folders that are empty now. Nothing is put back from here on:
  /// gives the plan's notes, and a warning for each name that could not be removed.
  [[nodiscard]] Diagnostics finish();
  /// Gives each original its name back and removes all that the run made; gives the reasons for
  /// what could not be put back.
  [[nodiscard]] Diagnostics roll_back();

 private:
  [[nodiscard]] Status draw_token();
  [[nodiscard]] std::string next_name();
  [[nodiscard]] Status stage(Item& item);
  [[nodiscard]] Status fill(int staged, const Item& item);
  [[nodiscard]] Status prove_all();
  [[nodiscard]] Status keep(Item& item);
  [[nodiscard]] Status place(Item& item);
  [[nodiscard]] Status sync_folders();
  [[nodiscard]] Diagnostics put_back(Item& item);
  [[nodiscard]] int put_name_back(const Item& item);
  [[nodiscard]] int drop(const Folder& folder, std::string& name);

  WritePlan plan_;
  Folders& folders_;
  FileSystem& files_;
  std::string token_;      ///< Random, so that nobody can have made a temporary name before.
  std::size_t names_ = 0;  ///< Temporary names given so far.
  bool settled_ = false;   ///< Finished or rolled back.
};

}  // namespace patcher
