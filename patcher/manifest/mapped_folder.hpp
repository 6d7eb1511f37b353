// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/manifest/manifest.hpp"

namespace patcher {

/// The paths and globs of the tree `tree` that the patches and rebuilds of `manifest` name.
[[nodiscard]] std::vector<std::string> paths_named_in(const Manifest& manifest,
                                                      std::string_view tree);

/// Says whether one of `paths` is `folder` or lies in it.
[[nodiscard]] bool is_used(std::string_view folder, const std::vector<std::string>& paths);

/// The folder of `paths` that `folder`, which none of them lies in, was most likely meant to be:
/// one that is spelled nearly so. Nothing when none is.
[[nodiscard]] std::optional<std::string> folder_meant(std::string_view folder,
                                                      const std::vector<std::string>& paths);

}  // namespace patcher
