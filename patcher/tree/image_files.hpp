// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/tree/layer_reader.hpp"

namespace patcher {

/// Which entry of which layer, both counted from 0.
struct LayerMember {
  std::size_t layer = 0;
  std::size_t entry = 0;

  friend auto operator<=>(const LayerMember&, const LayerMember&) = default;
};

/// What an image has at one path.
struct ImageNode {
  enum class Kind { file, folder, link, other };

  Kind kind = Kind::folder;
  std::uint32_t mode = 0755;  ///< Permission bits (07777).
  std::int64_t mtime = 0;     ///< In seconds since 1970.
  std::uint64_t size = 0;     ///< In bytes, of a file.
  std::string leads_to = {};  ///< Of a link: what is spelled in it.
  std::size_t layer = 0;      ///< The layer that put it there, or was the last to set its mode.
  LayerMember bytes = {};     ///< Of a file: where its bytes are.
  /// Of a folder: what is in it.
  std::map<std::string, std::unique_ptr<ImageNode>, std::less<>> inside = {};
};

/// The files of an image, as a container would see them: its layers laid over one another.
class ImageFiles {
 public:
  /// Something in the image, where it lies.
  struct Found {
    const ImageNode* node = nullptr;  ///< Null where there is nothing.
    std::string path = {};            ///< Absolute, without links, of what there is.
  };

  ImageFiles() : root_(std::make_unique<ImageNode>()) {}

  [[nodiscard]] const ImageNode& root() const { return *root_; }
  /// Follows `path` as a process in a container of the image would, whose root no link leaves. A
  /// relative path begins at the root.
  ///
  /// Errors: unsafe_link for links that lead to one another.
  [[nodiscard]] Result<Found> find(std::string_view path) const;
  /// Lays `entry`, the one of that number, over what is there: a file, link or folder with the
  /// folders that it needs, or a whiteout (OCI image-spec, layer.md), which takes away what the
  /// layers below have. Entries come in the layers' order and in their archives'.
  ///
  /// Errors: object_unreadable, without a place, for an entry that no container could have: a hard
  /// link to what is no file, a file below a file.
  [[nodiscard]] Status add(const LayerEntry& entry, LayerMember number);

 private:
  [[nodiscard]] static Status hide(ImageNode* folder, const LayerEntry& entry, std::size_t layer);
  [[nodiscard]] Status put(ImageNode* folder, const LayerEntry& entry, LayerMember number);

  std::unique_ptr<ImageNode> root_;
};

}  // namespace patcher
