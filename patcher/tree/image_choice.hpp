// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/tree/blob_store.hpp"
#include "patcher/tree/image_manifest.hpp"

namespace patcher {

/// An image of one platform, as a layout's index or one within it names it.
struct ImageRef {
  BlobDescriptor manifest;  ///< `manifest.platform` is empty where no index says it.
  std::string name = {};    ///< What `index.json` calls it; empty where it says nothing.
  std::string index = {};   ///< The digest of the index that names it; empty for `index.json`.
};

/// Which image of a layout is meant, and where in it.
struct ImageName {
  std::string layout;         ///< The layout's path.
  std::string name = {};      ///< A name in its index, or a digest; empty for the only one.
  std::string platform = {};  ///< `linux/arm64`; empty where there is no choice.
  std::string folder = {};    ///< A folder of the image, absolute; empty where none is said.
};

/// How an image's folder is named: `oci:LAYOUT[@NAME][#PLATFORM][:/FOLDER]`.
inline constexpr std::string_view kImagePrefix = "oci:";

/// The parts of `where`. A name and a path may hold an `@`: the longest layout that exists counts.
///
/// Errors: usage for another spelling.
[[nodiscard]] Result<ImageName> parse_image_name(const std::string& where);

/// Every image that the layout has, through all its indexes, in their order. What describes an
/// image and is none itself (BuildKit's attestations) is left out, by its annotation.
///
/// Errors: those of read_index; object_unreadable for indexes that go too deep.
[[nodiscard]] Result<std::vector<ImageRef>> list_images(const BlobStore& store);

/// The one image of the layout that `name` means.
///
/// Errors: those of list_images; tree_not_found where none is, tree_ambiguous where several are,
/// each with a note for every image that is there.
[[nodiscard]] Result<ImageRef> choose_image(const BlobStore& store, const ImageName& name);

}  // namespace patcher
