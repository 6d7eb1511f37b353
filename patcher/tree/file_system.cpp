// SPDX-License-Identifier: MIT
#include "patcher/tree/file_system.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <memory>

namespace patcher {
namespace {

constexpr int kReading = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

int outcome_of(long result) { return result < 0 ? -errno : static_cast<int>(result); }

/// Calls `call` with growing buffers until the kernel says that its answer fits.
template <class Call>
int read_growing(std::string& into, Call call) {
  while (true) {
    const ssize_t size = call(nullptr, 0);
    if (size < 0) return -errno;
    into.resize(static_cast<std::size_t>(size));
    const ssize_t got = size == 0 ? 0 : call(into.data(), into.size());
    if (got < 0 && errno == ERANGE) continue;
    if (got < 0) return -errno;
    into.resize(static_cast<std::size_t>(got));
    return 0;
  }
}

bool is_in_group(gid_t group) {
  if (group == ::getegid()) return true;
  std::vector<gid_t> groups(static_cast<std::size_t>(std::max(::getgroups(0, nullptr), 0)));
  const int count = ::getgroups(static_cast<int>(groups.size()), groups.data());
  return count > 0 && std::ranges::find(groups, group) != groups.end();
}

/// Whether the process has CAP_CHOWN in effect, as root has unless a container took it away.
bool may_give_away() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> data{};
  if (::syscall(SYS_capget, &header, data.data()) != 0) return ::geteuid() == 0;
  return (data[0].effective & (1U << CAP_CHOWN)) != 0;
}

class SystemFileSystem final : public FileSystem {
 public:
  int open_root(const std::string& path) override {
    return outcome_of(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  }
  int open_folder(int folder, const std::string& name) override {
    return outcome_of(::openat(folder, name.c_str(), kReading | O_DIRECTORY));
  }
  int enter_folder(int folder, const std::string& name) override {
    return outcome_of(
        ::openat(folder, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  }
  int lock_folder(int folder) override { return outcome_of(::flock(folder, LOCK_EX | LOCK_NB)); }
  int make_folder(int folder, const std::string& name, mode_t mode) override {
    return outcome_of(::mkdirat(folder, name.c_str(), mode));
  }
  int remove_folder(int folder, const std::string& name) override {
    return outcome_of(::unlinkat(folder, name.c_str(), AT_REMOVEDIR));
  }
  int list_folder(int folder, std::vector<std::string>& names) override {
    names.clear();
    // A descriptor of its own: reading moves the position that copies of one descriptor share.
    const int own = ::openat(folder, ".", kReading | O_DIRECTORY);
    if (own < 0) return -errno;
    const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(own), ::closedir);
    if (!stream) return -errno;
    errno = 0;
    while (const dirent* entry = ::readdir(stream.get())) {
      const std::string_view name = static_cast<const char*>(entry->d_name);
      if (name != "." && name != "..") names.emplace_back(name);
    }
    return -errno;
  }
  int check_writable(int folder) override {
    return outcome_of(::faccessat(folder, ".", W_OK | X_OK, AT_EACCESS));
  }

  int check_owner(uid_t user, gid_t group) override {
    const bool is_own = user == ::geteuid() && is_in_group(group);
    return is_own || may_give_away() ? 0 : -EPERM;
  }

  int stat_at(int folder, const std::string& name, struct stat& into) override {
    return outcome_of(::fstatat(folder, name.c_str(), &into, AT_SYMLINK_NOFOLLOW));
  }
  int read_link(int folder, const std::string& name, std::string& into) override {
    std::array<char, PATH_MAX> text{};
    const ssize_t size = ::readlinkat(folder, name.c_str(), text.data(), text.size());
    if (size < 0) return -errno;
    into.assign(text.data(), static_cast<std::size_t>(size));
    return 0;
  }
  int open_for_reading(int folder, const std::string& name) override {
    return outcome_of(::openat(folder, name.c_str(), kReading));
  }
  int create_file(int folder, const std::string& name, mode_t mode) override {
    constexpr int kCreating = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    return outcome_of(::openat(folder, name.c_str(), kCreating, mode));
  }
  int link(int folder, const std::string& from, const std::string& to) override {
    return outcome_of(::linkat(folder, from.c_str(), folder, to.c_str(), 0));
  }
  int rename(int folder, const std::string& from, const std::string& to) override {
    return outcome_of(::renameat(folder, from.c_str(), folder, to.c_str()));
  }
  int rename_to_free(int folder, const std::string& from, const std::string& to) override {
    if (::renameat2(folder, from.c_str(), folder, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return -errno;
    // A file system without the flag: the run's lock is all that guards the moment in between.
    struct stat status{};
    if (stat_at(folder, to, status) == 0) return -EEXIST;
    return rename(folder, from, to);
  }
  int remove_file(int folder, const std::string& name) override {
    return outcome_of(::unlinkat(folder, name.c_str(), 0));
  }

  int stat(int file, struct stat& into) override { return outcome_of(::fstat(file, &into)); }
  int read_all(int file, std::string& into) override {
    into.clear();
    std::array<char, 65536> buffer;
    while (true) {
      const ssize_t got = ::read(file, buffer.data(), buffer.size());
      if (got == 0) return 0;
      if (got > 0) into.append(buffer.data(), static_cast<std::size_t>(got));
      if (got < 0 && errno != EINTR) return -errno;
    }
  }
  int write_all(int file, std::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t put = ::write(file, bytes.data(), bytes.size());
      if (put > 0) bytes.remove_prefix(static_cast<std::size_t>(put));
      if (put < 0 && errno != EINTR) return -errno;
    }
    return 0;
  }
  int set_mode(int file, mode_t mode) override { return outcome_of(::fchmod(file, mode)); }
  int set_owner(int file, uid_t user, gid_t group) override {
    return outcome_of(::fchown(file, user, group));
  }
  int list_attributes(int file, std::vector<std::string>& names) override {
    names.clear();
    std::string list;
    const int listed = read_growing(
        list, [file](char* data, std::size_t size) { return ::flistxattr(file, data, size); });
    if (listed == -ENOTSUP) return 0;
    // The kernel gives the names one after the other, each with a NUL behind it.
    for (std::size_t begin = 0; begin < list.size(); begin += names.back().size() + 1) {
      names.emplace_back(list.c_str() + begin);
    }
    return listed;
  }
  int read_attribute(int file, const std::string& name, std::string& into) override {
    return read_growing(into, [file, &name](char* data, std::size_t size) {
      return ::fgetxattr(file, name.c_str(), data, size);
    });
  }
  int set_attribute(int file, const std::string& name, std::string_view value) override {
    return outcome_of(::fsetxattr(file, name.c_str(), value.data(), value.size(), 0));
  }
  int remove_attribute(int file, const std::string& name) override {
    return outcome_of(::fremovexattr(file, name.c_str()));
  }
  int sync(int descriptor) override { return outcome_of(::fsync(descriptor)); }
  int close(int descriptor) override { return outcome_of(::close(descriptor)); }

  int draw_random(std::span<std::byte> bytes) override {
    // Up to 256 bytes come whole once the generator is ready (getrandom(2)).
    return ::getrandom(bytes.data(), bytes.size(), 0) < 0 ? -errno : 0;
  }
};

}  // namespace

FileSystem& system_file_system() {
  static SystemFileSystem files;
  return files;
}

}  // namespace patcher
