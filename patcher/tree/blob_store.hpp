// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "patcher/core/result.hpp"

namespace patcher {

/// The bytes of one file of a saved image, read from the first to the last.
class ByteStream {
 public:
  virtual ~ByteStream() = default;
  /// How many bytes there are in all.
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// Fills `into` from where the last call ended; gives how many bytes that were, 0 at the end.
  ///
  /// Errors: io_error.
  [[nodiscard]] virtual Result<std::size_t> read(std::span<char> into) = 0;
};

/// The files that a saved image is made of (`index.json`, `blobs/sha256/…`), wherever they are
/// kept.
class BlobStore {
 public:
  virtual ~BlobStore() = default;
  /// What the user calls it: the path of a layout's folder.
  [[nodiscard]] virtual const std::string& where() const = 0;
  /// Opens the file at `path`, which is relative and has no `..`.
  ///
  /// Errors: object_unreadable where there is no regular file of that name, io_error.
  [[nodiscard]] virtual Result<std::unique_ptr<ByteStream>> open(const std::string& path) const = 0;
};

/// The image layout (OCI image-spec, image-layout.md) in the folder at `path`.
///
/// Errors: tree_not_found where there is no folder, or none with an `oci-layout` in it; io_error.
[[nodiscard]] Result<std::unique_ptr<BlobStore>> open_layout_folder(const std::string& path);

}  // namespace patcher
