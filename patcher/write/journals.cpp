// SPDX-License-Identifier: MIT
#include "patcher/write/journals.hpp"

#include <cerrno>
#include <ranges>
#include <string>

namespace patcher {
namespace {

std::string name_at(Journals::Stage stage) {
  switch (stage) {
    case Journals::Stage::none:
      return {};
    case Journals::Stage::beginning:
      return std::string(kUnfinishedJournal);
    case Journals::Stage::settled:
      return std::string(kSettledFile);
    case Journals::Stage::begun:
      return std::string(kJournalFile);
    case Journals::Stage::committed:
      return std::string(kCommitFile);
  }
  return {};
}

}  // namespace

Status Journals::write(const std::vector<Journal>& journals) {
  const bool several = seats_.size() > 1;
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    const Stage stage = several && i == 0 ? Stage::settled : Stage::begun;
    if (Status written = write(seats_[i], text_of(journals[i]), stage); !written) return written;
  }
  return several ? move(seats_.front(), Stage::begun) : Status();
}

Status Journals::write(Seat& seat, const std::string& text, Stage stage) {
  Folder& own = *seat.own;
  const bool made = !own.exists();
  if (Status exists = folders_.make(own); !exists) return exists;
  if (made) {
    if (Status synced = sync(*own.parent); !synced) return synced;
  }
  seat.stage = Stage::beginning;
  if (Status filled = fill(own, text); !filled) return filled;
  // A rename either happened or did not: no reader ever sees half a journal.
  return move(seat, stage);
}

Status Journals::fill(const Folder& own, const std::string& text) {
  const std::string name(kUnfinishedJournal);
  const int file = files_.create_file(own.descriptor, name, 0644);
  if (file < 0) return own.refusal("write the journal", name, file);
  int done = files_.write_all(file, text);
  if (done == 0) done = files_.sync(file);
  const int closed = files_.close(file);
  if (done == 0) done = closed;
  if (done != 0) return own.refusal("write the journal", name, done);
  return {};
}

Status Journals::move(Seat& seat, Stage to) {
  const Folder& own = *seat.own;
  const std::string from = name_at(seat.stage);
  const int renamed = files_.rename(own.descriptor, from, name_at(to));
  if (renamed != 0) return own.refusal("rename the journal", from, renamed);
  seat.stage = to;
  return sync(*seat.own);
}

Status Journals::commit() {
  if (seats_.empty()) return {};
  return move(seats_.front(), Stage::committed);
}

Status Journals::take_back() {
  if (seats_.empty() || seats_.front().stage != Stage::committed) return {};
  return move(seats_.front(), Stage::begun);
}

Diagnostics Journals::remove() {
  const bool several = seats_.size() > 1;
  if (several && seats_.front().stage >= Stage::begun) {
    Status settled = move(seats_.front(), Stage::settled);
    if (!settled) return std::move(settled).error().diagnostics();
  }
  for (Seat& seat : std::views::reverse(seats_)) {
    // While another root's journal stands, the first root's must stand too.
    if (Diagnostics failures = remove(seat); !failures.empty()) return failures;
  }
  Diagnostics failures;
  for (const Seat& seat : seats_) append(failures, folders_.remove_if_bare(*seat.own));
  append(failures, folders_.sync());
  return failures;
}

Diagnostics Journals::remove(Seat& seat) {
  if (seat.stage == Stage::none) return {};
  const Folder& own = *seat.own;
  const std::string name = name_at(seat.stage);
  const int removed = files_.remove_file(own.descriptor, name);
  const bool never_made = seat.stage == Stage::beginning && removed == -ENOENT;
  if (removed != 0 && !never_made) return {own.refusal("remove the journal", name, removed)};
  seat.stage = Stage::none;
  if (Status synced = sync(*seat.own); !synced) return std::move(synced).error().diagnostics();
  return {};
}

Status Journals::sync(Folder& folder) {
  folder.unsynced = false;
  const int synced = files_.sync(folder.descriptor);
  if (synced != 0) return folder.refusal("sync folder", {}, synced);
  return {};
}

}  // namespace patcher
