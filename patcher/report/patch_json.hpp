// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include "patcher/manifest/manifest.hpp"

namespace patcher {

/// One patch in full as JSON: what `show` adds to the envelope under `patch`.
///
/// Texts are given without their optional final newline, as edits take them.
[[nodiscard]] nlohmann::ordered_json json_of(const Patch& patch);

}  // namespace patcher
