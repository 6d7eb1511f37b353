// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/manifest/findings.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/manifest/payload.hpp"
#include "patcher/manifest/yaml_value.hpp"

namespace patcher::language {

/// Reads one edit, a map whose shape was found right.
///
/// Errors: invalid_manifest for an edit that changes nothing and for a payload of another digest;
/// not_supported for a scope where this version has none; usage and io_error for a payload that
/// cannot be read.
[[nodiscard]] Edit read_edit(const yaml::Value& map, Payloads& payloads, Findings& findings);

}  // namespace patcher::language
