// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/tree/blob_store.hpp"

namespace patcher {

/// Key and value of labels or annotations.
using ImageTexts = std::map<std::string, std::string>;

/// A blob as another one names it (OCI image-spec, descriptor.md).
struct BlobDescriptor {
  std::string media_type;
  std::string digest;      ///< `sha256:` and 64 hex digits.
  std::uint64_t size = 0;  ///< In bytes.
  ImageTexts annotations = {};
  std::string platform = {};  ///< `linux/arm64` or `linux/arm/v7`; empty where none is said.
};

/// What a manifest says that an image is (manifest.md; Docker's schema 2 is the same).
struct ImageManifest {
  BlobDescriptor config;
  std::vector<BlobDescriptor> layers = {};  ///< The lowest first.
  ImageTexts annotations = {};
};

/// One step of an image's history.
struct ImageStep {
  std::string created_by = {};
  bool is_empty = false;  ///< It made no layer.
};

/// An image's configuration (config.md), as far as it is looked at.
struct ImageConfig {
  std::string platform = {};
  ImageTexts labels = {};
  std::vector<std::string> diff_ids = {};  ///< Digests of the layers unpacked, the lowest first.
  std::vector<ImageStep> history = {};
};

/// Whether `media_type` is that of an index, which names manifests.
[[nodiscard]] bool is_index(const std::string& media_type);

/// The manifests that a layout's `index.json` names.
///
/// Errors, of each function here: object_unreadable for what is not there, has other bytes than its
/// digest says, or is no such thing by the specification; not_supported for another media type or
/// digest; io_error.
[[nodiscard]] Result<std::vector<BlobDescriptor>> read_layout_index(const BlobStore& store);
/// Those that the index `blob` names.
[[nodiscard]] Result<std::vector<BlobDescriptor>> read_index(const BlobStore& store,
                                                             const BlobDescriptor& blob);
[[nodiscard]] Result<ImageManifest> read_manifest(const BlobStore& store,
                                                  const BlobDescriptor& blob);
/// The configuration of `manifest`: it has one diff id for each layer.
[[nodiscard]] Result<ImageConfig> read_config(const BlobStore& store,
                                              const ImageManifest& manifest);

/// Where the blob of `digest` is in a layout: `blobs/sha256/…`.
[[nodiscard]] std::string blob_path(const std::string& digest);

}  // namespace patcher
