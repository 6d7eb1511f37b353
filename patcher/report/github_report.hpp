// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "patcher/plan/outcome.hpp"

namespace patcher {

/// Renders `diagnostics` as GitHub workflow commands (`::error file=…,line=…::…`), one a line,
/// placed at the manifest's line, values escaped as GitHub's runner reads them.
[[nodiscard]] std::string render_github(const Diagnostics& diagnostics);

}  // namespace patcher
