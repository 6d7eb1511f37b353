// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/core/result.hpp"
#include "patcher/manifest/yaml_source.hpp"
#include "patcher/manifest/yaml_value.hpp"

namespace patcher::yaml {

/// Reads the one document of `source`; aliases are replaced by copies of what they name.
///
/// Errors: invalid_yaml for bad syntax, a tab as indentation, an unclosed quote, a directive, a
/// second document, an explicit tag, an alias inside its own anchor, nesting over 32 levels, and
/// more than 100 000 values or 8 MiB of text once aliases are replaced; duplicate_key, with a note
/// at the first.
/// Source: YAML 1.2.2; yaml-cpp 0.7 accepts several of these, so they are checked here.
[[nodiscard]] Result<Value> read(const Source& source);

}  // namespace patcher::yaml
