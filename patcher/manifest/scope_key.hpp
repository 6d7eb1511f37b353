// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "patcher/manifest/key_table.hpp"

namespace patcher::language {

// The key `scope`, which edits and conditions share.

inline constexpr auto kLaterInScope =
    std::to_array<std::string_view>({"path", "signature", "body"});
inline constexpr auto kRegionKeys = std::to_array<Key>(
    {{"from",
      {.scalar = Scalar::code_line},
      Need::required,
      "The first line of the region, as a whole."},
     {"to",
      {.scalar = Scalar::code_line},
      Need::optional,
      "The line that ends the region and is no part of it; the end of the file if left out."}});
inline constexpr Table kRegion = {"a region",  "region", "Lines that limit the search.",
                                  kRegionKeys, {},       kLaterInScope};
inline constexpr auto kScopeMaps = std::to_array<const Table*>({&kRegion});
inline constexpr Key kScope = {
    "scope",
    {.scalar = Scalar::scope, .maps = kScopeMaps},
    Need::optional,
    "The definition that limits the search, by its full name, or two lines."};

}  // namespace patcher::language
