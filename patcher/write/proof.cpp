// SPDX-License-Identifier: MIT
#include "patcher/write/proof.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <memory>
#include <string_view>
#include <utility>

namespace patcher {
namespace {

std::string_view words_for(EntryKind kind) {
  switch (kind) {
    case EntryKind::absent:
    case EntryKind::in_file:
      return "nothing";
    case EntryKind::regular:
      return "a file";
    case EntryKind::folder:
      return "a folder";
    case EntryKind::other:
      return "a device, FIFO or socket";
  }
  return "something else";
}

Diagnostic moved_on(const Item& item, Code code, const std::string& how) {
  const std::string path = item.folder->shown(item.name);
  return {.code = code,
          .message = fmt::format("\"{}\" is not as it was read: {}", path, how),
          .tree = item.folder->tree,
          .target = {.file = path},
          .hint = "keep other programs from writing in the tree, and run again"};
}

Result<Entry> entry_of(int file, const Folder& folder, const std::string& name, FileSystem& files) {
  struct stat status{};
  const int seen = files.stat(file, status);
  if (seen != 0) return folder.refusal("look at", name, seen);
  if (!S_ISREG(status.st_mode)) return Entry{.kind = EntryKind::other};
  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(status.st_size));
  const int read = files.read_all(file, bytes);
  if (read != 0) return folder.refusal("read", name, read);
  return Entry{
      .kind = EntryKind::regular,
      .bytes = std::make_shared<const std::string>(std::move(bytes)),
      .mode = status.st_mode & 07777U,
      .identity = {.device = status.st_dev, .inode = status.st_ino, .links = status.st_nlink}};
}

}  // namespace

Result<Entry> entry_at(const Folder& folder, const std::string& name, FileSystem& files) {
  if (!folder.exists()) return Entry{};
  struct stat status{};
  const int seen = files.stat_at(folder.descriptor, name, status);
  if (seen == -ENOENT) return Entry{};
  if (seen != 0) return folder.refusal("look at", name, seen);
  if (S_ISLNK(status.st_mode)) return folder.link_refusal(name);
  if (S_ISDIR(status.st_mode)) return Entry{.kind = EntryKind::folder};
  if (!S_ISREG(status.st_mode)) return Entry{.kind = EntryKind::other};
  const int file = files.open_for_reading(folder.descriptor, name);
  if (file == -ELOOP) return folder.link_refusal(name);
  if (file < 0) return folder.refusal("open", name, file);
  Result<Entry> entry = entry_of(file, folder, name, files);
  static_cast<void>(files.close(file));
  return entry;
}

Status prove(const Item& item, FileSystem& files) {
  auto found = entry_at(*item.folder, item.name, files);
  if (!found) return std::move(found).error();
  if (found->kind != item.before.kind) {
    return moved_on(
        item, Code::content_differs,
        fmt::format("expected {}, found {}", words_for(item.before.kind), words_for(found->kind)));
  }
  if (!found->is_file()) return {};
  if (*found->bytes != *item.before.bytes) {
    return moved_on(item, Code::content_differs, "its bytes changed");
  }
  if (found->mode != item.before.mode) {
    return moved_on(
        item, Code::mode_differs,
        fmt::format("expected mode {:04o}, found {:04o}", item.before.mode, found->mode));
  }
  if (found->identity.links != item.before.identity.links) {
    return moved_on(item, Code::content_differs,
                    fmt::format("expected {} hard links, found {}", item.before.identity.links,
                                found->identity.links));
  }
  if (found->identity != item.before.identity) {
    return moved_on(item, Code::content_differs, "another file with the same bytes took its place");
  }
  return {};
}

}  // namespace patcher
