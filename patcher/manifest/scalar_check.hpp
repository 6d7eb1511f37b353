// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "patcher/manifest/findings.hpp"
#include "patcher/manifest/scalar_rule.hpp"
#include "patcher/manifest/yaml_value.hpp"

namespace patcher::language {

/// Checks that the scalar `value` is one of kind `scalar`, and reports at most one misfit; `name`
/// is what messages call it, with its quotes.
///
/// Refused besides wrong values: plain scalars that YAML readers do not agree on, where a text is
/// expected; quoted numbers, where a number is; folded text for code.
void check_scalar(const yaml::Value& value, std::string_view name, Scalar scalar,
                  Findings& findings);

}  // namespace patcher::language
