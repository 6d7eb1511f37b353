// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>

#include "patcher/core/diagnostic.hpp"

namespace patcher {

/// How many names a search for a glob goes through, and how many it catches.
inline constexpr std::size_t kMostNames = 1'000'000;
inline constexpr std::size_t kMostMatches = 20'000;

/// The error (usage) for a glob that does more; `what` it does: `catches 20000`.
[[nodiscard]] inline Diagnostic too_wide(const std::string& glob, const std::string& what) {
  return {.code = Code::usage,
          .message = fmt::format("the glob '{}' {} and more", glob, what),
          .hint = "begin it with the folder that it is about"};
}

}  // namespace patcher
