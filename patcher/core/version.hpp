// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace patcher {

/// This program's version, `MAJOR.MINOR.PATCH`; what `min_patcher:` is compared with.
inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace patcher
