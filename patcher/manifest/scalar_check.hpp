// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "patcher/manifest/findings.hpp"
#include "patcher/manifest/scalar_rule.hpp"
#include "patcher/manifest/yaml_node.hpp"

namespace patcher::language {

/// Checks that the scalar `node`, the value of `key`, is one of kind `scalar`, and reports at most
/// one misfit.
///
/// Refused besides wrong values: plain scalars that YAML readers do not agree on, where a text is
/// expected; quoted numbers, where a number is; folded text for code.
void check_scalar(const yaml::Node& node, std::string_view key, Scalar scalar, Findings& findings);

}  // namespace patcher::language
