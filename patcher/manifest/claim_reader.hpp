// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "patcher/manifest/findings.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/manifest/yaml_value.hpp"

namespace patcher::language {

/// Reads one condition of `ensure` or `obsolete_if`, a map whose shape was found right.
///
/// Errors: not_supported for a scope in a file whose language has none in this version.
[[nodiscard]] Claim read_claim(const yaml::Value& map, Findings& findings);

}  // namespace patcher::language
