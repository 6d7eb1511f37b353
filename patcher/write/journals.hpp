// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/write/folders.hpp"
#include "patcher/write/journal.hpp"

namespace patcher {

/// The journals of one run on the disk, one in each root, and its commit mark in the first.
///
/// Order makes them one thing: the first root's is written first and removed last, so that where
/// any root has a journal of a run, the first root has it too, and alone says which way to go. It
/// also says whether every other root must have one: not while they are written or removed.
class Journals {
 public:
  /// How far the journal of one root has come.
  enum class Stage {
    none,       ///< Nothing of it is on the disk.
    beginning,  ///< Only `journal.new`.
    settled,    ///< `settled.json`: nothing is under way in any file, only journals are.
    begun,      ///< `journal.json`: the run is to be undone.
    committed   ///< `commit.json`, in the first root: the run is to be finished.
  };
  /// A root's place in a run.
  struct Seat {
    Folder* own = nullptr;  ///< Its `.patcher`.
    Stage stage = Stage::none;
  };

  /// `seats` in the order of the run's roots.
  Journals(std::vector<Seat> seats, Folders& folders)
      : seats_(std::move(seats)), folders_(folders) {}

  /// Writes one journal into each root, through to the disk, and makes `.patcher` where needed.
  [[nodiscard]] Status write(const std::vector<Journal>& journals);
  /// Turns the first root's journal into the commit mark, through to the disk.
  [[nodiscard]] Status commit();
  /// Takes the commit mark back, if it was given; gives the reason when that fails.
  [[nodiscard]] Status take_back();
  /// Removes all journals, the first root's last, and each `.patcher` that is empty then; gives the
  /// reasons for what stays.
  [[nodiscard]] Diagnostics remove();

 private:
  [[nodiscard]] Status write(Seat& seat, const std::string& text, Stage stage);
  [[nodiscard]] Status move(Seat& seat, Stage to);
  [[nodiscard]] Status fill(const Folder& own, const std::string& text);
  [[nodiscard]] Diagnostics remove(Seat& seat);
  [[nodiscard]] Status sync(Folder& folder);

  std::vector<Seat> seats_;
  Folders& folders_;
  FileSystem& files_ = folders_.files();
};

}  // namespace patcher
