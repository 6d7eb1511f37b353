// SPDX-License-Identifier: MIT
#include "patcher/tree/layer_reader.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string_view>
#include <utility>

#include "patcher/tree/layer_bytes.hpp"

namespace patcher {
namespace {

constexpr std::size_t kLongestPath = 4096;

constexpr std::array<std::string_view, 9> kLayers = {
    "application/vnd.oci.image.layer.v1.tar",
    "application/vnd.oci.image.layer.v1.tar+gzip",
    "application/vnd.oci.image.layer.v1.tar+zstd",
    "application/vnd.oci.image.layer.nondistributable.v1.tar",
    "application/vnd.oci.image.layer.nondistributable.v1.tar+gzip",
    "application/vnd.oci.image.layer.nondistributable.v1.tar+zstd",
    "application/vnd.docker.image.rootfs.diff.tar",
    "application/vnd.docker.image.rootfs.diff.tar.gzip",
    "application/vnd.docker.image.rootfs.foreign.diff.tar.gzip"};

/// What `path` names, without empty names and `.`; nothing where it has `..` or is too long.
std::optional<std::vector<std::string>> names_of(std::string_view path) {
  std::vector<std::string> names;
  if (path.size() > kLongestPath) return std::nullopt;
  while (!path.empty()) {
    const std::string_view name = path.substr(0, path.find('/'));
    path.remove_prefix(std::min(path.size(), name.size() + 1));
    if (name == "..") return std::nullopt;
    if (!name.empty() && name != ".") names.emplace_back(name);
  }
  return names;
}

std::string_view text_of(const char* text) {
  return text == nullptr ? std::string_view() : std::string_view(text);
}

LayerEntry::Kind kind_of(archive_entry* entry) {
  if (archive_entry_hardlink(entry) != nullptr) return LayerEntry::Kind::hard_link;
  switch (archive_entry_filetype(entry)) {
    case AE_IFREG:
      return LayerEntry::Kind::file;
    case AE_IFDIR:
      return LayerEntry::Kind::folder;
    case AE_IFLNK:
      return LayerEntry::Kind::link;
    default:
      return LayerEntry::Kind::other;
  }
}

class TarLayer final : public LayerReader {
 public:
  TarLayer(const BlobStore& store, std::unique_ptr<ByteStream> stream, ImageLayer layer,
           const ImageLimits& limits)
      : store_(store),
        layer_(std::move(layer)),
        limits_(limits),
        packed_(std::move(stream)),
        unpacked_(packed_, limits.layer),
        tar_(archive_read_new()) {
    archive_read_support_format_tar(tar_.get());
    is_open_ = unpacked_.feed(tar_.get()) == ARCHIVE_OK;
  }

  [[nodiscard]] Result<const LayerEntry*> next() override;
  [[nodiscard]] Result<std::string> bytes() override;

 private:
  [[nodiscard]] Failure refusal(const std::string& why, Code code = Code::object_unreadable) const;
  [[nodiscard]] Failure broken();
  [[nodiscard]] Result<const LayerEntry*> taken(archive_entry* entry);
  [[nodiscard]] Status proved();

  const BlobStore& store_;
  ImageLayer layer_;
  ImageLimits limits_;
  PackedBytes packed_;
  UnpackedBytes unpacked_;
  Archive tar_;
  bool is_open_ = false;
  std::string path_;  ///< Of the entry, as it is spelled.
  LayerEntry entry_;
};

Failure TarLayer::refusal(const std::string& why, Code code) const {
  return Diagnostic{
      .code = code,
      .message = fmt::format("layer {} of \"{}\" {}", layer_.blob.digest, store_.where(), why),
      .where = {store_.where() + "/" + blob_path(layer_.blob.digest)},
      .hint = code == Code::unsafe_path ? "do not use this image: nothing sound makes such layers"
                                        : "copy the image once more"};
}

/// What libarchive could not read, or what failed below it.
Failure TarLayer::broken() {
  if (packed_.failure()) return *packed_.failure();
  return refusal(fmt::format("cannot be unpacked: {}", reason_of(tar_.get())));
}

Result<const LayerEntry*> TarLayer::next() {
  if (!is_open_) return broken();
  archive_entry* entry = nullptr;
  const int got = archive_read_next_header(tar_.get(), &entry);
  if (got == ARCHIVE_EOF) {
    Status proof = proved();
    if (!proof) return std::move(proof).error();
    return nullptr;
  }
  // A name that is not of this process's character set comes with a warning, and as it is.
  const bool is_read =
      got == ARCHIVE_OK || (got == ARCHIVE_WARN &&
                            reason_of(tar_.get()).find("can't be converted") != std::string::npos);
  return is_read ? taken(entry) : broken();
}

Result<const LayerEntry*> TarLayer::taken(archive_entry* entry) {
  path_ = text_of(archive_entry_pathname(entry));
  auto names = names_of(path_);
  if (!names) {
    return refusal(fmt::format("has an entry \"{}\", whose path is unsafe", path_),
                   Code::unsafe_path);
  }
  entry_ = {.names = *std::move(names),
            .kind = kind_of(entry),
            .mode = static_cast<std::uint32_t>(archive_entry_perm(entry)),
            .size = static_cast<std::uint64_t>(std::max<la_int64_t>(archive_entry_size(entry), 0)),
            .mtime = archive_entry_mtime(entry)};
  if (entry_.kind == LayerEntry::Kind::link)
    entry_.leads_to = text_of(archive_entry_symlink(entry));
  if (entry_.kind != LayerEntry::Kind::hard_link) return &entry_;
  auto target = names_of(text_of(archive_entry_hardlink(entry)));
  if (!target) {
    return refusal(fmt::format(R"(has an entry "{}", a hard link to "{}": that path is unsafe)",
                               path_, archive_entry_hardlink(entry)),
                   Code::unsafe_path);
  }
  entry_.target = *std::move(target);
  return &entry_;
}

Result<std::string> TarLayer::bytes() {
  if (entry_.size > limits_.file) {
    return refusal(fmt::format("has a file \"{}\" of {} bytes: that is too large to be read", path_,
                               entry_.size));
  }
  // Not all at once: the size is only what the entry says.
  std::string bytes;
  std::vector<char> block(std::min<std::size_t>(entry_.size, kBlock));
  while (bytes.size() < entry_.size) {
    const la_ssize_t got = archive_read_data(tar_.get(), block.data(), block.size());
    if (got < 0) return broken();
    if (got == 0) return refusal(fmt::format("ends within the file \"{}\"", path_));
    bytes.append(block.data(), static_cast<std::size_t>(got));
  }
  return bytes;
}

/// Reads what comes after the archive's end, and compares the digests.
Status TarLayer::proved() {
  std::optional<std::string_view> rest = unpacked_.next();
  while (rest && !rest->empty()) rest = unpacked_.next();
  if (!rest && packed_.failure()) return *packed_.failure();
  if (!rest) return refusal(fmt::format("cannot be unpacked: {}", unpacked_.why()));
  std::optional<std::string_view> packed = packed_.next();
  while (packed && !packed->empty()) packed = packed_.next();
  if (!packed) return *packed_.failure();
  const std::string digest = packed_.take_digest();
  if (digest != layer_.blob.digest)
    return refusal(fmt::format("has other bytes: theirs is {}", digest));
  const std::string diff_id = unpacked_.take_digest();
  if (diff_id == layer_.diff_id) return {};
  return refusal(fmt::format("is {} when it is unpacked, but the image's configuration says {}",
                             diff_id, layer_.diff_id));
}

}  // namespace

Result<std::unique_ptr<LayerReader>> open_layer(const BlobStore& store, const ImageLayer& layer,
                                                const ImageLimits& limits) {
  const BlobDescriptor& blob = layer.blob;
  const auto refusal = [&](Code code, const std::string& why, std::string hint) {
    return Diagnostic{
        .code = code,
        .message = fmt::format("layer {} of \"{}\" {}", blob.digest, store.where(), why),
        .where = {store.where() + "/" + blob_path(blob.digest)},
        .hint = std::move(hint)};
  };
  if (std::ranges::find(kLayers, blob.media_type) == kLayers.end()) {
    return refusal(Code::not_supported,
                   fmt::format("is of media type \"{}\", which is not read here", blob.media_type),
                   "save the image with layers that are plain, gzip or zstd archives");
  }
  auto stream = store.open(blob_path(blob.digest));
  if (!stream) return std::move(stream).error();
  if ((*stream)->size() != blob.size) {
    return refusal(
        Code::object_unreadable,
        fmt::format("has {} bytes, but the manifest says {}", (*stream)->size(), blob.size),
        "copy the image once more");
  }
  return std::unique_ptr<LayerReader>(
      std::make_unique<TarLayer>(store, *std::move(stream), layer, limits));
}

}  // namespace patcher
