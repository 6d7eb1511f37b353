// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/tree/blob_store.hpp"
#include "patcher/tree/image_choice.hpp"
#include "patcher/tree/image_files.hpp"
#include "patcher/tree/image_manifest.hpp"
#include "patcher/tree/layer_reader.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// Whether the bytes of the file at a path, which is relative and canonical, will be asked for.
using IsWanted = std::function<bool(std::string_view)>;

/// How an image is read.
struct ImageReading {
  ImageLimits limits = {};
  /// Files whose bytes are kept when the layers are first gone through, so that they need not be
  /// gone through again. It may catch more than is asked for.
  IsWanted is_wanted = {};
};

/// An image of a store, of one platform: what it is made of, and its files.
///
/// Everything is proved by its digest, from the manifest down, before any of it is given out. The
/// layers are gone through once when the files are first asked for, and once more for bytes that
/// were not kept then; they are never unpacked to a disk.
class Image {
 public:
  /// Opens the image that `ref` names in `store`, and reads its manifest and its configuration.
  ///
  /// Errors: those of read_manifest and read_config.
  [[nodiscard]] static Result<std::unique_ptr<Image>> open(std::unique_ptr<BlobStore> store,
                                                           ImageRef ref, ImageReading how = {});

  /// The layout's path, as it was given.
  [[nodiscard]] const std::string& where() const { return store_->where(); }
  [[nodiscard]] const ImageRef& ref() const { return ref_; }
  [[nodiscard]] const ImageManifest& manifest() const { return manifest_; }
  [[nodiscard]] const ImageConfig& config() const { return config_; }

  /// The image's files.
  ///
  /// Errors: those of LayerReader and of ImageFiles::add; object_unreadable above the limits.
  [[nodiscard]] Result<const ImageFiles*> files() const;
  /// The bytes of files of `files`, in the order of `nodes`, each of which is a file. What is not
  /// known yet is read in one go, from those layers that have it.
  ///
  /// Errors: those of LayerReader.
  [[nodiscard]] Result<std::vector<Bytes>> read(const std::vector<const ImageNode*>& nodes) const;

 private:
  Image(std::unique_ptr<BlobStore> store, ImageRef ref, ImageReading how)
      : store_(std::move(store)), ref_(std::move(ref)), how_(std::move(how)) {}
  [[nodiscard]] ImageLayer layer(std::size_t number) const;
  [[nodiscard]] Status index(std::size_t number, ImageFiles& files) const;
  [[nodiscard]] Status lay(const LayerEntry& entry, LayerMember number, ImageFiles& files) const;
  [[nodiscard]] bool is_kept(const LayerEntry& entry) const;
  [[nodiscard]] Status keep(std::size_t number, const std::set<std::size_t>& wanted) const;

  std::unique_ptr<BlobStore> store_;
  ImageRef ref_;
  ImageReading how_;
  ImageManifest manifest_;
  ImageConfig config_;
  mutable std::unique_ptr<ImageFiles> files_;  ///< Null before it was first asked for.
  mutable std::uint64_t entries_ = 0;          ///< Seen so far.
  mutable std::map<LayerMember, Bytes> known_;
};

}  // namespace patcher
