// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace patcher {

/// SHA-256 (FIPS 180-4) of `bytes` in 64 lower-case hex digits.
[[nodiscard]] std::string sha256_of(std::string_view bytes);

}  // namespace patcher
