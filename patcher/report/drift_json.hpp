// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "patcher/plan/drift_outcome.hpp"

namespace patcher {

/// Adds what `drift` found to `json`, the object of an outcome with the same patches in the same
/// order: to each of them and of their edits, and the histories as a key of their own.
void add_drift(const DriftFound& found, nlohmann::ordered_json& json);

}  // namespace patcher
