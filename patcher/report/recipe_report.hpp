// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "patcher/manifest/image_recipe.hpp"

namespace patcher {

/// The Dockerfile of `recipe`; the same recipe gives the same bytes.
[[nodiscard]] std::string render_recipe(const ImageRecipe& recipe);

}  // namespace patcher
