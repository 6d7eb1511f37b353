// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/manifest/findings.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/manifest/payload.hpp"
#include "patcher/manifest/yaml_value.hpp"

namespace patcher::language {

/// The edits that an edit with `diff`, whose shape is right, stands for: what each section of the
/// diff says of its file, those that `only` leaves out aside. Their numbers are left at 0.
///
/// What is wrong goes to `findings`: at its place in the diff (diff_invalid, unsafe_path, usage),
/// or at the key that asks for what the diff does not have (invalid_manifest).
[[nodiscard]] std::vector<Edit> read_diff_edit(const yaml::Value& map, Payloads& payloads,
                                               Findings& findings);

}  // namespace patcher::language
