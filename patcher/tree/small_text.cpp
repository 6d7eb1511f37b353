// SPDX-License-Identifier: MIT
#include "patcher/tree/small_text.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <string_view>

#include "patcher/tree/descriptor.hpp"
#include "patcher/tree/disk_refusal.hpp"

namespace patcher {
namespace {

using Text = Result<std::optional<std::string>>;

Diagnostic unfit(const std::string& path, const std::string& why) {
  return {.code = Code::io_error,
          .message = fmt::format("\"{}\" {}", path, why),
          .target = {.file = path}};
}

bool is_nothing(int error) { return error == ENOENT || error == ENOTDIR; }

/// Reads up to `most` bytes and one more, so that a file that grows is noticed too.
Text text_of(int file, const std::string& path, std::size_t most) {
  std::string text;
  std::array<char, 16384> buffer;
  while (text.size() <= most) {
    const ssize_t got = ::read(file, buffer.data(), buffer.size());
    if (got == 0) break;
    if (got > 0) text.append(buffer.data(), static_cast<std::size_t>(got));
    if (got < 0 && errno != EINTR) return disk_refusal("read", path, errno);
  }
  if (text.size() > most) return unfit(path, fmt::format("has more than {} bytes", most));
  if (text.find('\0') != std::string::npos) return unfit(path, "is no text file");
  return std::optional(std::move(text));
}

}  // namespace

Text small_text(const std::string& path, std::size_t most) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file.is_open() && is_nothing(errno)) return std::optional<std::string>();
  if (!file.is_open()) return disk_refusal("open", path, errno);
  struct stat status{};
  if (::fstat(file.number(), &status) != 0) return disk_refusal("look at", path, errno);
  if (!S_ISREG(status.st_mode)) return unfit(path, "is no regular file");
  return text_of(file.number(), path, most);
}

Result<std::vector<std::string>> names_in(const std::string& path) {
  std::vector<std::string> names;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(path.c_str()), ::closedir);
  if (!folder && is_nothing(errno)) return names;
  if (!folder) return disk_refusal("list", path, errno);
  errno = 0;
  while (const dirent* entry = ::readdir(folder.get())) {
    const std::string_view name = static_cast<const char*>(entry->d_name);
    if (name != "." && name != "..") names.emplace_back(name);
  }
  if (errno != 0) return disk_refusal("list", path, errno);
  std::ranges::sort(names);
  return names;
}

}  // namespace patcher
