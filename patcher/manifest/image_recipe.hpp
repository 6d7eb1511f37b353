// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/manifest/manifest.hpp"

namespace patcher {

/// What a Dockerfile needs to know to build an image with a set in it. All texts are safe to stand
/// in one: they hold no blank, quote, `$`, `\` or line end.
struct ImageRecipe {
  std::string name;         ///< The set's.
  std::string manifest;     ///< Its path in the context, the folder that the image is built from.
  std::string opt_in;       ///< The build argument that asks for the patches: `ATOM_NIGHTLY`.
  std::string base;         ///< The base as the manifest spells it; empty where it names none.
  std::string base_image;   ///< `base` without tag and digest.
  std::string base_digest;  ///< `sha256:<hex>`; empty where the manifest has none.
  std::vector<std::string> copied;  ///< Folders and files of the set in the context, ascending.
  std::vector<std::string> trees;   ///< Those with patches, in the manifest's order.
};

/// The recipe for `manifest` where images are built from the folder `context`, an absolute path.
///
/// Pure: looks at no file. Relative paths of the manifest are taken as relative to `context`.
/// Errors: invalid_manifest for a tree without an absolute path or package among its places, and
/// for a base whose name is no image's or whose two digests differ; usage for files of the set that
/// lie outside of `context` or have a name that a Dockerfile would read otherwise.
[[nodiscard]] Result<ImageRecipe> image_recipe_of(const Manifest& manifest,
                                                  const std::string& context);

}  // namespace patcher
