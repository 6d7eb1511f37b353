// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/manifest/findings.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/manifest/payload.hpp"
#include "patcher/manifest/yaml_value.hpp"

namespace patcher::language {

/// The table edit in `map`, whose shape was checked, with its payload.
///
/// Errors: table_invalid for a payload that is no table, has no row, a column twice, or a row with
/// another number of cells than its header, for a default or a `was` that cannot be meant, and for
/// rows that are set to what they were; table_unread for a table that the reader of the family
/// ignores; those of Payloads::read.
[[nodiscard]] TableEdit read_table_edit(const yaml::Value& map, Payloads& payloads,
                                        Findings& findings);

}  // namespace patcher::language
