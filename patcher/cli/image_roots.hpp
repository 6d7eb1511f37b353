// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <string>

#include "patcher/cli/roots.hpp"
#include "patcher/core/result.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/tree/image.hpp"

namespace patcher {

/// The trees of a run that lie in images: `--root TREE=oci:LAYOUT...`. Each image is read once,
/// whatever trees are in it.
class ImageRoots {
 public:
  /// `manifest` must outlive this.
  explicit ImageRoots(const Manifest& manifest) : manifest_(manifest) {}

  /// Opens the tree of `spec` in the image, and the folder of it, that `where` names. Without a
  /// folder it is the first path of the tree's `locate:` list that is a folder of the image; the
  /// other ones that are get a warning (two_copies).
  ///
  /// Errors: those of parse_image_name, open_image and open_image_tree; tree_not_found where no
  /// entry of the list leads anywhere; interrupted where the image was made in the middle of a run.
  [[nodiscard]] Result<OpenRoot> find(const TreeSpec& spec, const std::string& where);

 private:
  using Image = std::shared_ptr<const patcher::Image>;
  [[nodiscard]] Result<Image> image(const ImageName& name);
  [[nodiscard]] Result<OpenRoot> located(const TreeSpec& spec, const Image& image,
                                         const std::string& where) const;

  const Manifest& manifest_;
  std::map<std::string, Image> open_;  ///< By layout, name and platform.
};

}  // namespace patcher
