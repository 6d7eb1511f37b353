// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "patcher/core/result.hpp"
#include "patcher/tree/image.hpp"
#include "patcher/tree/stored_tree.hpp"

namespace patcher {

/// Opens the image that `name` means.
///
/// Errors: those of open_layout_folder, choose_image and Image::open.
[[nodiscard]] Result<std::shared_ptr<const Image>> open_image(const ImageName& name,
                                                              ImageReading how = {});

/// The tree in the folder `folder` of `image`, an absolute path that may lead through links.
///
/// No commit of it is known, and none is told from its files. Its record is the image's own.
/// Errors: tree_not_found where there is no such folder; those of Image::files.
[[nodiscard]] Result<std::unique_ptr<StoredTree>> open_image_tree(
    std::shared_ptr<const Image> image, const std::string& folder, std::string where);

}  // namespace patcher
