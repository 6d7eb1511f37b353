// SPDX-License-Identifier: MIT
#include "patcher/write/transaction.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <ranges>
#include <utility>

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
  Diagnostic warning = item.folder->refusal("remove", item.kept, error);
  warning.severity = Severity::warning;
  warning.hint = fmt::format("remove it: it is the old \"{}\"", item.folder->path_of(item.name));
  return warning;
}

}  // namespace

Transaction::~Transaction() {
  if (!settled_) static_cast<void>(roll_back());
}

Status Transaction::draw_token() {
  std::array<std::byte, 8> random{};
  const int drawn = files_.draw_random(random);
  if (drawn != 0) return plan_.items.front().refusal("draw a random name for", drawn);
  for (const std::byte byte : random) token_ += fmt::format("{:02x}", std::to_integer<int>(byte));
  return {};
}

std::string Transaction::next_name() { return fmt::format(".patcher-{}-{}", token_, ++names_); }

Status Transaction::stage() {
  if (plan_.items.empty()) return {};
  if (Status drawn = draw_token(); !drawn) return drawn;
  for (Item& item : plan_.items) {
    if (!item.after) continue;
    if (Status made = folders_.make(*item.folder); !made) return made;
    if (Status staged = stage(item); !staged) return staged;
  }
  return sync_folders();
}

Status Transaction::stage(Item& item) {
  const std::string name = next_name();
  // Nobody else may read it before it has its owner and mode.
  const int staged = files_.create_file(item.folder->descriptor, name, 0600);
  if (staged < 0) return item.refusal("stage a file for", staged);
  item.staged = name;
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

Status Transaction::exchange() {
  if (Status proved = prove_all(); !proved) return proved;
  for (Item& item : plan_.items) {
    item.folder->unsynced = true;
    if (Status kept = keep(item); !kept) return kept;
    if (Status placed = place(item); !placed) return placed;
  }
  return sync_folders();
}

Status Transaction::prove_all() {
  Diagnostics failures;
  for (const Item& item : plan_.items) {
    if (item.proof == Proof::waived) continue;
    if (Status proved = prove(item, files_); !proved) {
      append(failures, std::move(proved).error().diagnostics());
    }
  }
  if (!failures.empty()) return Failure(std::move(failures));
  return {};
}

Status Transaction::keep(Item& item) {
  if (!item.before.is_file()) return {};
  const int folder = item.folder->descriptor;
  const std::string name = next_name();
  if (item.after) {
    const int linked = files_.link(folder, item.name, name);
    if (linked == 0) item.kept = name;
    if (linked == 0) return {};
    if (!has_no_links(linked)) return item.refusal("keep", linked);
  }
  const int moved = files_.rename_to_free(folder, item.name, name);
  const bool gone = moved == -ENOENT && item.proof == Proof::waived;
  if (moved != 0 && !gone) return item.refusal("keep", moved);
  if (!gone) item.kept = name;
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
  item.staged.clear();
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
  Diagnostics warnings;
  for (Item& item : plan_.items) {
    const int dropped = drop(*item.folder, item.kept);
    if (dropped != 0) warnings.push_back(left_behind(item, dropped));
    item.folder->unsynced = true;
  }
  for (Folder* folder : plan_.emptied) append(warnings, folders_.remove_if_empty(*folder));
  append(warnings, folders_.sync());
  for (Diagnostic& warning : warnings) warning.severity = Severity::warning;
  append(plan_.notes, std::move(warnings));
  return std::move(plan_.notes);
}

Diagnostics Transaction::roll_back() {
  settled_ = true;
  Diagnostics failures;
  for (Item& item : std::views::reverse(plan_.items)) append(failures, put_back(item));
  append(failures, folders_.remove_made());
  append(failures, folders_.sync());
  return failures;
}

Diagnostics Transaction::put_back(Item& item) {
  Diagnostics failures;
  int dropped = drop(*item.folder, item.staged);
  if (dropped != 0) failures.push_back(item.refusal("remove the file staged for", dropped));
  const int back = put_name_back(item);
  if (back != 0) {
    failures.push_back(item.refusal("put back", back));
    if (item.kept.empty()) return failures;
    failures.back().hint =
        fmt::format("its original is \"{}\": rename it", item.folder->path_of(item.kept));
    return failures;
  }
  if (item.standing != Standing::original) return failures;
  dropped = drop(*item.folder, item.kept);
  if (dropped != 0) failures.push_back(left_behind(item, dropped));
  return failures;
}

/// Makes the original stand at its name again, or nothing for a file that was added.
int Transaction::put_name_back(const Item& item) {
  const int folder = item.folder->descriptor;
  if (item.standing == Standing::original) return 0;
  if (item.standing == Standing::away && item.kept.empty()) return 0;
  if (item.standing == Standing::away) return files_.rename_to_free(folder, item.kept, item.name);
  if (item.kept.empty()) return files_.remove_file(folder, item.name);
  return files_.rename(folder, item.kept, item.name);
}

/// Removes a temporary name, if there is one.
int Transaction::drop(const Folder& folder, std::string& name) {
  if (name.empty()) return 0;
  const int removed = files_.remove_file(folder.descriptor, name);
  if (removed == 0) name.clear();
  return removed;
}

}  // namespace patcher
