// SPDX-License-Identifier: MIT
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace patcher {

/// Every system call that touches a tree, so that tests can fail the n-th one or end there.
///
/// Each returns 0 (or a descriptor) on success and a negative `errno` on failure; names and
/// meanings are those of the manual pages in section 2. Paths are relative to `folder`, a
/// descriptor, and are single names: the caller has walked the way there without following links.
/// No call follows a link at `name` or waits for a FIFO there.
class FileSystem {
 public:
  virtual ~FileSystem() = default;

  /// Opens the folder at `path`, the one way in that may lead through links.
  [[nodiscard]] virtual int open_root(const std::string& path) = 0;
  [[nodiscard]] virtual int open_folder(int folder, const std::string& name) = 0;
  /// Opens a folder to go on from there only, which needs no permission to list it (O_PATH).
  [[nodiscard]] virtual int enter_folder(int folder, const std::string& name) = 0;
  /// Takes the exclusive lock (flock(2)) of an open folder, without waiting.
  [[nodiscard]] virtual int lock_folder(int folder) = 0;
  /// Like mkdirat(2): the process's umask takes its bits from `mode`.
  [[nodiscard]] virtual int make_folder(int folder, const std::string& name, mode_t mode) = 0;
  [[nodiscard]] virtual int remove_folder(int folder, const std::string& name) = 0;
  /// Sets `names` to those in `folder`, in no order, without `.` and `..`.
  [[nodiscard]] virtual int list_folder(int folder, std::vector<std::string>& names) = 0;
  /// Asks whether files may be made in and removed from `folder`, and changes nothing.
  [[nodiscard]] virtual int check_writable(int folder) = 0;
  /// Asks whether this process may give a file of its own to `user` and `group` (chown(2),
  /// capabilities(7)), and changes nothing: EPERM when it may not.
  [[nodiscard]] virtual int check_owner(uid_t user, gid_t group) = 0;

  [[nodiscard]] virtual int stat_at(int folder, const std::string& name, struct stat& into) = 0;
  /// Sets `into` to the text of the symbolic link `name`.
  [[nodiscard]] virtual int read_link(int folder, const std::string& name, std::string& into) = 0;
  [[nodiscard]] virtual int open_for_reading(int folder, const std::string& name) = 0;
  /// Makes a file that must not exist, and opens it for writing.
  [[nodiscard]] virtual int create_file(int folder, const std::string& name, mode_t mode) = 0;
  [[nodiscard]] virtual int link(int folder, const std::string& from, const std::string& to) = 0;
  /// Replaces what stands at `to`, if anything does.
  [[nodiscard]] virtual int rename(int folder, const std::string& from, const std::string& to) = 0;
  /// Fails with EEXIST when anything stands at `to`.
  [[nodiscard]] virtual int rename_to_free(int folder, const std::string& from,
                                           const std::string& to) = 0;
  [[nodiscard]] virtual int remove_file(int folder, const std::string& name) = 0;

  [[nodiscard]] virtual int stat(int file, struct stat& into) = 0;
  /// Sets `into` to all bytes from the current position to the end.
  [[nodiscard]] virtual int read_all(int file, std::string& into) = 0;
  [[nodiscard]] virtual int write_all(int file, std::string_view bytes) = 0;
  [[nodiscard]] virtual int set_mode(int file, mode_t mode) = 0;
  [[nodiscard]] virtual int set_owner(int file, uid_t user, gid_t group) = 0;
  /// Sets `names` to those of all extended attributes (xattr(7)); none where they do not exist.
  [[nodiscard]] virtual int list_attributes(int file, std::vector<std::string>& names) = 0;
  [[nodiscard]] virtual int read_attribute(int file, const std::string& name,
                                           std::string& into) = 0;
  [[nodiscard]] virtual int set_attribute(int file, const std::string& name,
                                          std::string_view value) = 0;
  [[nodiscard]] virtual int remove_attribute(int file, const std::string& name) = 0;
  [[nodiscard]] virtual int sync(int descriptor) = 0;
  [[nodiscard]] virtual int close(int descriptor) = 0;

  /// Fills `bytes` from the kernel's random number generator (getrandom(2)).
  [[nodiscard]] virtual int draw_random(std::span<std::byte> bytes) = 0;
};

/// The system's own file system.
[[nodiscard]] FileSystem& system_file_system();

}  // namespace patcher
