// SPDX-License-Identifier: MIT
#include "patcher/tree/worktree.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <string_view>
#include <utility>
#include <vector>

#include "patcher/tree/disk_refusal.hpp"

namespace patcher {
namespace {

using Components = std::vector<std::string_view>;

/// A walk from a root down a path, one component at a time, so that no link is ever followed.
class Walk {
 public:
  Walk(int root, FileSystem& files) : folder_(root), files_(files) {}

  /// What stands at the end of `components`.
  Result<Entry> look(const Components& components) {
    for (std::size_t i = 0; i + 1 < components.size(); ++i) {
      auto kind = enter(std::string(components[i]));
      if (!kind) return std::move(kind).error();
      if (*kind != EntryKind::folder) return Entry{.kind = *kind};
    }
    return look_at(std::string(components.back()));
  }

 private:
  /// Steps into the folder `name`; gives absent or in_file where there is no such folder.
  Result<EntryKind> enter(const std::string& name) {
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

  Result<Entry> look_at(const std::string& name) {
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
  Result<Entry> read(const std::string& name) const {
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

  [[nodiscard]] Result<EntryKind> missing(int error) const {
    if (error == -ENOENT) return EntryKind::absent;
    return disk_refusal("look at", path_, error);
  }

  void advance(const std::string& name) { path_ += (path_.empty() ? "" : "/") + name; }

  int folder_;
  FileSystem& files_;
  Descriptor opened_;
  std::string path_;  ///< Of the component that was looked at last, for messages.
};

}  // namespace

Result<std::unique_ptr<Worktree>> Worktree::open(const std::string& root, FileSystem& files) {
  Descriptor folder(files.open_root(root));
  const int error = folder.number();
  if (folder.is_open()) {
    return std::unique_ptr<Worktree>(new Worktree(root, std::move(folder), files));
  }
  if (error != -ENOENT && error != -ENOTDIR) return disk_refusal("open", root, error);
  return Diagnostic{.code = Code::tree_not_found,
                    .message = fmt::format("\"{}\" {}", root,
                                           error == -ENOENT ? "does not exist" : "is no folder"),
                    .hint = "name the folder that holds the tree"};
}

Result<Entry> Worktree::look(const TreePath& path) const {
  return Walk(descriptor(), files_).look(path.components());
}

Result<Entry> Worktree::look_at_record() const { return look_at_own("record.json"); }

Result<Entry> Worktree::look_at_own(std::string_view name) const {
  return Walk(descriptor(), files_).look({".patcher", name});
}

}  // namespace patcher
