// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "patcher/tree/blob_store.hpp"
#include "patcher/tree/descriptor.hpp"
#include "patcher/tree/disk_refusal.hpp"

namespace patcher {
namespace {

/// A regular file on the disk.
class FileStream final : public ByteStream {
 public:
  FileStream(std::string path, Descriptor file, std::uint64_t size)
      : path_(std::move(path)), file_(std::move(file)), size_(size) {}

  [[nodiscard]] std::uint64_t size() const override { return size_; }
  [[nodiscard]] Result<std::size_t> read(std::span<char> into) override {
    while (true) {
      const ssize_t got = ::read(file_.number(), into.data(), into.size());
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR) return disk_refusal("read", path_, errno);
    }
  }

 private:
  std::string path_;
  Descriptor file_;
  std::uint64_t size_;
};

class LayoutFolder final : public BlobStore {
 public:
  LayoutFolder(std::string path, Descriptor folder)
      : path_(std::move(path)), folder_(std::move(folder)) {}

  [[nodiscard]] const std::string& where() const override { return path_; }
  [[nodiscard]] Result<std::unique_ptr<ByteStream>> open(const std::string& path) const override;

 private:
  std::string path_;
  Descriptor folder_;
};

Result<std::unique_ptr<ByteStream>> LayoutFolder::open(const std::string& path) const {
  const std::string full = path_ + "/" + path;
  // Without waiting for who would write to a FIFO.
  Descriptor file(::openat(folder_.number(), path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  const int error = errno;
  if (!file.is_open() && error != ENOENT && error != ENOTDIR) {
    return disk_refusal("open", full, error);
  }
  struct stat found{};
  if (file.is_open() && ::fstat(file.number(), &found) != 0) {
    return disk_refusal("read", full, errno);
  }
  if (!file.is_open() || !S_ISREG(found.st_mode)) {
    return Diagnostic{.code = Code::object_unreadable,
                      .message = fmt::format(R"(the image layout "{}" has no file "{}"{})", path_,
                                             path, file.is_open() ? ", but something else" : ""),
                      .where = {full},
                      .hint = "copy the image once more: a part of it is lost"};
  }
  return std::unique_ptr<ByteStream>(std::make_unique<FileStream>(
      full, std::move(file), static_cast<std::uint64_t>(found.st_size)));
}

}  // namespace

Result<std::unique_ptr<BlobStore>> open_layout_folder(const std::string& path) {
  Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const int error = errno;
  if (!folder.is_open() && error != ENOENT && error != ENOTDIR) {
    return disk_refusal("open", path, error);
  }
  struct stat marker{};
  const bool is_layout =
      folder.is_open() && ::fstatat(folder.number(), "oci-layout", &marker, 0) == 0;
  if (!is_layout) {
    return Diagnostic{
        .code = Code::tree_not_found,
        .message = fmt::format(R"("{}" is no image layout: {})", path,
                               folder.is_open()  ? "there is no 'oci-layout' in it"
                               : error == ENOENT ? "there is nothing of that name"
                                                 : "it is no folder"),
        .hint = "save the image as one: 'buildah push IMAGE oci:DIR' or 'skopeo copy ... oci:DIR'"};
  }
  return std::unique_ptr<BlobStore>(std::make_unique<LayoutFolder>(path, std::move(folder)));
}

}  // namespace patcher
