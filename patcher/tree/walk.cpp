// SPDX-License-Identifier: MIT
#include "patcher/tree/walk.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <memory>
#include <utility>

#include "patcher/tree/disk_refusal.hpp"

namespace patcher {

Result<Entry> Walk::look(const Components& components) {
  for (std::size_t i = 0; i + 1 < components.size(); ++i) {
    auto kind = enter(std::string(components[i]));
    if (!kind) return std::move(kind).error();
    if (*kind != EntryKind::folder) return Entry{.kind = *kind};
  }
  return look_at(std::string(components.back()));
}

Result<EntryKind> Walk::enter(const std::string& name) {
  advance(name);
  struct stat status{};
  const int seen = files_.stat_at(folder_, name, status);
  if (seen != 0) return missing(seen);
  if (S_ISLNK(status.st_mode)) return link_refusal(folder_, name, path_);
  if (!S_ISDIR(status.st_mode)) return EntryKind::in_file;
  Descriptor next(files_.enter_folder(folder_, name));
  if (!next.is_open()) return disk_refusal("enter", path_, next.number());
  opened_ = std::move(next);
  folder_ = opened_.number();
  return EntryKind::folder;
}

Result<Entry> Walk::look_at(const std::string& name) {
  advance(name);
  struct stat status{};
  const int seen = files_.stat_at(folder_, name, status);
  if (seen != 0) {
    auto kind = missing(seen);
    if (!kind) return std::move(kind).error();
    return Entry{.kind = *kind};
  }
  if (S_ISLNK(status.st_mode)) return link_refusal(folder_, name, path_);
  if (S_ISDIR(status.st_mode)) return Entry{.kind = EntryKind::folder};
  if (!S_ISREG(status.st_mode)) return Entry{.kind = EntryKind::other};
  return read(name);
}

/// Reads a file that was a regular one a moment ago: the flags and the second look keep a link
/// or a FIFO that took its place from being followed or waited for.
Result<Entry> Walk::read(const std::string& name) const {
  const Descriptor file(files_.open_for_reading(folder_, name));
  if (file.number() == -ELOOP) return link_refusal(folder_, name, path_);
  if (!file.is_open()) return disk_refusal("open", path_, file.number());
  struct stat status{};
  const int seen = files_.stat(file.number(), status);
  if (seen != 0) return disk_refusal("look at", path_, seen);
  if (!S_ISREG(status.st_mode)) return Entry{.kind = EntryKind::other};
  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(status.st_size));
  const int got = files_.read_all(file.number(), bytes);
  if (got != 0) return disk_refusal("read", path_, got);
  return Entry{
      .kind = EntryKind::regular,
      .bytes = std::make_shared<const std::string>(std::move(bytes)),
      .mode = status.st_mode & 07777U,
      .identity = {.device = status.st_dev, .inode = status.st_ino, .links = status.st_nlink}};
}

Result<EntryKind> Walk::missing(int error) const {
  if (error == -ENOENT) return EntryKind::absent;
  return disk_refusal("look at", path_, error);
}

}  // namespace patcher
