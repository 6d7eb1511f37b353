// SPDX-License-Identifier: MIT
#include "patcher/tree/worktree.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <utility>
#include <vector>

#include "patcher/tree/descriptor.hpp"
#include "patcher/tree/disk_refusal.hpp"

namespace patcher {
namespace {

using Components = std::vector<std::string_view>;

/// A walk from a root down a path, one component at a time, so that no link is ever followed.
class Walk {
 public:
  explicit Walk(int root) : folder_(root) {}

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
    if (::fstatat(folder_, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return missing();
    if (S_ISLNK(status.st_mode)) return link_refusal(folder_, name, path_);
    if (!S_ISDIR(status.st_mode)) return EntryKind::in_file;
    // O_PATH needs no permission to list the folder, as the kernel's own walk does not either.
    Descriptor next(::openat(folder_, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!next.is_open()) return disk_refusal("enter", path_, errno);
    opened_ = std::move(next);
    folder_ = opened_.number();
    return EntryKind::folder;
  }

  Result<Entry> look_at(const std::string& name) {
    advance(name);
    struct stat status{};
    if (::fstatat(folder_, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
      auto kind = missing();
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
    const Descriptor file(
        ::openat(folder_, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file.is_open() && errno == ELOOP) return link_refusal(folder_, name, path_);
    if (!file.is_open()) return disk_refusal("open", path_, errno);
    struct stat status{};
    if (::fstat(file.number(), &status) != 0) return disk_refusal("look at", path_, errno);
    if (!S_ISREG(status.st_mode)) return Entry{.kind = EntryKind::other};
    auto bytes = bytes_of(file.number(), status.st_size);
    if (!bytes) return std::move(bytes).error();
    return Entry{
        .kind = EntryKind::regular,
        .bytes = std::make_shared<const std::string>(*std::move(bytes)),
        .mode = status.st_mode & 07777U,
        .identity = {.device = status.st_dev, .inode = status.st_ino, .links = status.st_nlink}};
  }

  Result<std::string> bytes_of(int file, off_t expected) const {
    std::string bytes;
    bytes.reserve(static_cast<std::size_t>(expected));
    std::array<char, 65536> buffer;
    while (true) {
      const ssize_t got = ::read(file, buffer.data(), buffer.size());
      if (got == 0) return bytes;
      if (got > 0) bytes.append(buffer.data(), static_cast<std::size_t>(got));
      if (got < 0 && errno != EINTR) return disk_refusal("read", path_, errno);
    }
  }

  [[nodiscard]] Result<EntryKind> missing() const {
    if (errno == ENOENT) return EntryKind::absent;
    return disk_refusal("look at", path_, errno);
  }

  void advance(const std::string& name) { path_ += (path_.empty() ? "" : "/") + name; }

  int folder_;
  Descriptor opened_;
  std::string path_;  ///< Of the component that was looked at last, for messages.
};

}  // namespace

Result<std::unique_ptr<Worktree>> Worktree::open(const std::string& root) {
  const int descriptor = ::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor >= 0) return std::unique_ptr<Worktree>(new Worktree(root, descriptor));
  if (errno != ENOENT && errno != ENOTDIR) return disk_refusal("open", root, errno);
  return Diagnostic{.code = Code::tree_not_found,
                    .message = fmt::format("\"{}\" {}", root,
                                           errno == ENOENT ? "does not exist" : "is no folder"),
                    .hint = "name the folder that holds the tree"};
}

Worktree::~Worktree() { ::close(descriptor_); }

Result<Entry> Worktree::look(const TreePath& path) const {
  return Walk(descriptor_).look(path.components());
}

Result<Entry> Worktree::look_at_record() const {
  return Walk(descriptor_).look({".patcher", "record.json"});
}

}  // namespace patcher
