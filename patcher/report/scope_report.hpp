// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/plan/outcome.hpp"

namespace patcher {

/// One line for each definition: the lines that it takes, and its path.
[[nodiscard]] std::string render_scopes(const std::vector<ScopeOutcome>& scopes);

/// Each definition as the value of `scope:`, with its pins, in YAML.
[[nodiscard]] std::string render_pins(const std::vector<ScopeOutcome>& scopes);

}  // namespace patcher
