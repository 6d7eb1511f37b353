// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "patcher/manifest/manifest.hpp"

namespace patcher {

/// `edit`, whose anchor is lines or two lines, as an entry of a patch file's `edits`.
[[nodiscard]] std::string yaml_of(const TextEdit& edit);

}  // namespace patcher
