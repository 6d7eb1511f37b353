// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/tree/blob_store.hpp"
#include "patcher/tree/image_manifest.hpp"

namespace patcher {

/// What an image may have at most.
struct ImageLimits {
  std::uint64_t layer = 256ULL << 30U;  ///< Bytes of one layer, unpacked.
  std::uint64_t file = 1ULL << 30U;     ///< Bytes of one file that is read.
  std::uint64_t entries = 10'000'000;   ///< Entries of all layers.
};

/// One layer of an image.
struct ImageLayer {
  BlobDescriptor blob;
  std::string diff_id;  ///< The digest of the archive itself, as `blob.digest`.
};

/// One entry of a layer's archive.
struct LayerEntry {
  enum class Kind { file, folder, link, hard_link, other };

  std::vector<std::string> names;  ///< Its path, without `.`; none for the root itself.
  Kind kind = Kind::file;
  std::uint32_t mode = 0;                ///< Permission bits (07777).
  std::uint64_t size = 0;                ///< In bytes, of a file.
  std::int64_t mtime = 0;                ///< In seconds since 1970.
  std::string leads_to = {};             ///< Of a link: what is spelled in it.
  std::vector<std::string> target = {};  ///< Of a hard link: the path of the file, as `names`.
};

/// A layer of an image, from its archive's first entry to the last. Nothing that it gives is to be
/// trusted before `next` has come to the end: only then the layer is proved by its digests.
class LayerReader {
 public:
  virtual ~LayerReader() = default;
  /// The next entry, valid until the next call; null at the end, where the bytes have the digests
  /// of the layer.
  ///
  /// Errors: object_unreadable for a layer that has others, or cannot be unpacked, or is larger
  /// than the limits; unsafe_path for an entry with `..` in its path; io_error.
  [[nodiscard]] virtual Result<const LayerEntry*> next() = 0;
  /// The bytes of the entry that `next` gave, a file, which may be asked for once.
  [[nodiscard]] virtual Result<std::string> bytes() = 0;
};

/// Opens `layer`: a tar archive as it is, or packed by gzip or zstd. `store` must outlive the
/// reader.
///
/// Errors: those of BlobStore::open; object_unreadable where the blob has another size;
/// not_supported for another media type.
[[nodiscard]] Result<std::unique_ptr<LayerReader>> open_layer(const BlobStore& store,
                                                              const ImageLayer& layer,
                                                              const ImageLimits& limits);

}  // namespace patcher
