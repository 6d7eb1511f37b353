// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "patcher/manifest/load.hpp"

namespace patcher {
namespace {

/// An open file that is closed with its scope.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

Diagnostic refusal(Code code, const std::string& message) {
  return {.code = code, .message = message};
}

Diagnostic failed_to(std::string_view what, const std::string& path) {
  const std::error_code reason(errno, std::generic_category());
  const bool absent =
      reason == std::errc::no_such_file_or_directory || reason == std::errc::not_a_directory;
  if (absent) return refusal(Code::usage, fmt::format("there is no file '{}'", path));
  return refusal(Code::io_error, fmt::format("cannot {} '{}': {}", what, path, reason.message()));
}

Diagnostic too_large(const std::string& path, std::size_t limit) {
  return refusal(Code::usage, fmt::format("the file '{}' is larger than {} bytes", path, limit));
}

/// Reads up to one byte more than `limit`, so that a file that grew is noticed.
Result<std::string> read_all(int descriptor, const std::string& path, std::size_t limit) {
  constexpr std::size_t kChunk = 65536;
  std::string bytes;
  while (bytes.size() <= limit) {
    const std::size_t had = bytes.size();
    bytes.resize(had + kChunk);
    const ssize_t count = ::read(descriptor, bytes.data() + had, kChunk);
    bytes.resize(had + (count > 0 ? static_cast<std::size_t>(count) : 0));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failed_to("read", path);
    if (count == 0) return bytes;
  }
  return too_large(path, limit);
}

}  // namespace

Result<std::string> DiskSource::read(const std::string& path, std::size_t limit) const {
  // O_NONBLOCK: a FIFO with no writer must not hold the run up before it is refused.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.number() < 0) return failed_to("open", path);
  struct stat status{};
  if (::fstat(file.number(), &status) != 0) return failed_to("examine", path);
  if (!S_ISREG(status.st_mode)) {
    return refusal(Code::usage, fmt::format("'{}' is not a regular file", path));
  }
  if (static_cast<std::size_t>(status.st_size) > limit) return too_large(path, limit);
  return read_all(file.number(), path, limit);
}

}  // namespace patcher
