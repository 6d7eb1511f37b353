// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/manifest/findings.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/manifest/yaml_value.hpp"

namespace patcher::language {

/// The JSON edit in `map`, whose shape was checked.
///
/// Errors: json_invalid for a text that is no JSON or has a key twice, and for what is no JSON
/// pointer; invalid_manifest for an edit that changes nothing, for pointers that name one place or
/// one inside the other, and for a `must_equal` that cannot be meant.
[[nodiscard]] JsonEdit read_json_edit(const yaml::Value& map, Findings& findings);

}  // namespace patcher::language
