// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "patcher/core/result.hpp"
#include "patcher/manifest/manifest.hpp"

namespace patcher {

/// Refuses (usage) an `id` that no patch of `manifest` has, and names the nearest; an empty one is
/// none.
[[nodiscard]] Status known_patch(const Manifest& manifest, const std::string& id);

}  // namespace patcher
