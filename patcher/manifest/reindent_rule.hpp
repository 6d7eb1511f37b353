// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/manifest/findings.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/manifest/yaml_value.hpp"

namespace patcher::language {

/// Refuses (invalid_manifest) a `reindent` in `map`, as which `edit` was read, that has no whole
/// lines to shift: beside new text that goes into a line, or beside none.
void refuse_idle_reindent(const yaml::Value& map, const TextEdit& edit, Findings& findings);

}  // namespace patcher::language
