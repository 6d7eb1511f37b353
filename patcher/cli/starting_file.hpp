// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "patcher/cli/options.hpp"

namespace patcher {

/// The patch file that `new` makes by `options`.
[[nodiscard]] std::string starting_file(const Options& options);

}  // namespace patcher
