// SPDX-License-Identifier: MIT
#include "patcher/write/transaction.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <optional>
#include <ranges>
#include <utility>

#include "patcher/write/journal_plan.hpp"
#include "patcher/write/likeness.hpp"
#include "patcher/write/proof.hpp"

namespace patcher {
namespace {

/// Says whether `error` is how link(2) tells that the file cannot have a second name here.
bool has_no_links(int error) {
  return error == -EPERM || error == -EXDEV || error == -EMLINK || error == -ENOSYS ||
         error == -EOPNOTSUPP;
}

Diagnostic left_behind(const Item& item, int error) {
  Diagnostic left = item.folder->refusal("remove", item.kept, error);
  left.hint = fmt::format("it is the old \"{}\": run again to have it removed",
                          item.folder->shown(item.name));
  return left;
}

Diagnostic still_committed(Diagnostic why) {
  why.hint = "run again: the next run finishes this one";
  return why;
}

}  // namespace

Transaction::~Transaction() {
  if (!settled_) static_cast<void>(roll_back());
}

Status Transaction::begin() {
  if (plan_.own.empty()) return {};
  // Random, so that nobody can have made a temporary name before.
  std::array<std::byte, 8> random{};
  const int drawn = files_.draw_random(random);
  if (drawn != 0) return plan_.own.front()->parent->refusal("draw a random name for", {}, drawn);
  std::string run;
  for (const std::byte byte : random) run += fmt::format("{:02x}", std::to_integer<int>(byte));
  name_temporaries(plan_, run);
  return journals_.write(journals_of(plan_, run));
}

Status Transaction::go_on() const {
  if (!stop_asked_) return {};
  std::optional<Diagnostic> stop = stop_asked_();
  if (stop) return *std::move(stop);
  return {};
}

Status Transaction::stage() {
  for (Item& item : plan_.items) {
    if (!item.after) continue;
    if (Status going = go_on(); !going) return going;
    if (Status made = folders_.make(*item.folder); !made) return made;
    if (Status staged = stage(item); !staged) return staged;
  }
  return sync_folders();
}

Status Transaction::stage(Item& item) {
  // Nobody else may read it before it has its owner and mode.
  const int staged = files_.create_file(item.folder->descriptor, item.staged, 0600);
  if (staged < 0) return item.refusal("stage a file for", staged);
  item.is_staged = true;
  item.folder->unsynced = true;
  Status filled = fill(staged, item);
  const int closed = files_.close(staged);
  if (filled && closed != 0) return item.refusal("close the file staged for", closed);
  return filled;
}

Status Transaction::fill(int staged, const Item& item) {
  const int written = files_.write_all(staged, *item.after);
  if (written != 0) return item.refusal("write", written);
  if (Status alike = make_alike(staged, item, files_); !alike) return alike;
  const int synced = files_.sync(staged);
  if (synced != 0) return item.refusal("sync", synced);
  return {};
}

Status Transaction::mark() {
  if (Status proved = prove_all(); !proved) return proved;
  if (Status going = go_on(); !going) return going;
  return journals_.commit();
}

Status Transaction::prove_all() {
  Diagnostics failures = folders_.prove();
  for (const Item& item : plan_.items) {
    if (item.proof == Proof::waived) continue;
    if (Status proved = prove(item, files_); !proved) {
      append(failures, std::move(proved).error().diagnostics());
    }
  }
  if (!failures.empty()) return Failure(std::move(failures));
  return {};
}

Status Transaction::exchange() {
  for (Item& item : plan_.items) {
    if (item.standing == Standing::fresh) continue;
    item.folder->unsynced = true;
    if (Status kept = keep(item); !kept) return kept;
    if (Status placed = place(item); !placed) return placed;
  }
  return sync_folders();
}

Status Transaction::keep(Item& item) {
  if (!item.before.is_file() || item.is_kept || item.standing == Standing::away) return {};
  const int folder = item.folder->descriptor;
  if (item.after) {
    const int linked = files_.link(folder, item.name, item.kept);
    if (linked == 0) item.is_kept = true;
    if (linked == 0) return {};
    if (!has_no_links(linked)) return item.refusal("keep", linked);
  }
  const int moved = files_.rename_to_free(folder, item.name, item.kept);
  const bool gone = moved == -ENOENT && item.proof == Proof::waived;
  if (moved != 0 && !gone) return item.refusal("keep", moved);
  if (!gone) item.is_kept = true;
  item.standing = Standing::away;
  return {};
}

Status Transaction::place(Item& item) {
  if (!item.after) return {};
  const int folder = item.folder->descriptor;
  const bool over_original = item.before.is_file() && item.standing == Standing::original;
  const int placed = over_original ? files_.rename(folder, item.staged, item.name)
                                   : files_.rename_to_free(folder, item.staged, item.name);
  if (placed != 0) return item.refusal("put in place", placed);
  item.is_staged = false;
  item.standing = Standing::fresh;
  return {};
}

Status Transaction::sync_folders() {
  Diagnostics failures = folders_.sync();
  if (!failures.empty()) return Failure(std::move(failures));
  return {};
}

Diagnostics Transaction::finish() {
  settled_ = true;
  Diagnostics failures;
  for (Item& item : plan_.items) {
    const int dropped = drop_kept(item);
    if (dropped != 0) failures.push_back(left_behind(item, dropped));
    item.folder->unsynced = true;
  }
  for (Folder* folder : plan_.emptied) append(failures, folders_.remove_if_empty(*folder));
  append(failures, folders_.sync());
  // While anything of the run is left, its journals stay, so that the next run removes both.
  if (failures.empty()) append(failures, journals_.remove());
  for (Diagnostic& failure : failures) {
    if (!failure.hint.empty()) continue;
    failure.hint = "all is written, and not tidied up: run again to have that done";
  }
  append(plan_.notes, std::move(failures));
  return std::move(plan_.notes);
}

Diagnostics Transaction::roll_back() {
  settled_ = true;
  // While the mark stands, a later run goes forward: nothing may be put back.
  if (Status unmarked = journals_.take_back(); !unmarked) {
    return {still_committed(std::move(unmarked).error().diagnostics().front())};
  }
  Diagnostics failures;
  for (Item& item : std::views::reverse(plan_.items)) append(failures, put_back(item));
  append(failures, folders_.remove_made());
  append(failures, folders_.sync());
  if (failures.empty()) append(failures, journals_.remove());
  return failures;
}

Diagnostics Transaction::put_back(Item& item) {
  Diagnostics failures;
  int dropped = drop_staged(item);
  if (dropped != 0) failures.push_back(item.refusal("remove the file staged for", dropped));
  const int back = put_name_back(item);
  if (back != 0) {
    failures.push_back(item.refusal("put back", back));
    if (!item.is_kept) return failures;
    failures.back().hint = fmt::format("its original is \"{}\": run again to have it put back",
                                       item.folder->shown(item.kept));
    return failures;
  }
  if (item.standing != Standing::original) return failures;
  dropped = drop_kept(item);
  if (dropped != 0) failures.push_back(left_behind(item, dropped));
  return failures;
}

/// Makes the original stand at its name again, or nothing for a file that was added.
int Transaction::put_name_back(const Item& item) {
  const int folder = item.folder->descriptor;
  if (item.standing == Standing::original) return 0;
  if (item.standing == Standing::away && !item.is_kept) return 0;
  if (item.standing == Standing::away) return files_.rename_to_free(folder, item.kept, item.name);
  if (!item.is_kept) return files_.remove_file(folder, item.name);
  return files_.rename(folder, item.kept, item.name);
}

int Transaction::drop_staged(Item& item) {
  if (!item.is_staged) return 0;
  const int removed = files_.remove_file(item.folder->descriptor, item.staged);
  if (removed == 0) item.is_staged = false;
  return removed;
}

int Transaction::drop_kept(Item& item) {
  if (!item.is_kept) return 0;
  const int removed = files_.remove_file(item.folder->descriptor, item.kept);
  if (removed == 0) item.is_kept = false;
  return removed;
}

}  // namespace patcher
