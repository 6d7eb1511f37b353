// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "patcher/plan/drift_outcome.hpp"
#include "patcher/plan/outcome.hpp"

namespace patcher {

/// Renders `outcome` as one JSON object, indented, ending in a newline.
///
/// One envelope for every command; `"schema"` is `patcher.<command>/1`. What does not apply is an
/// empty list or string. Bytes that are not UTF-8 are escaped as `\xNN` in the text.
[[nodiscard]] std::string render_json(const Outcome& outcome);
/// The same with what `drift` found of the outcome's patches.
[[nodiscard]] std::string render_json(const Outcome& outcome, const DriftFound& found);

}  // namespace patcher
