// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "patcher/manifest/key_table.hpp"

namespace patcher::language {

// The key `scope` of edits and of conditions.

inline constexpr auto kRegionKeys = std::to_array<Key>(
    {{"from",
      {.scalar = Scalar::code_line},
      Need::required,
      "The first line of the region, as a whole."},
     {"to",
      {.scalar = Scalar::code_line},
      Need::optional,
      "The line that ends the region and is no part of it; the end of the file if left out."}});
/// Keys of a pinned scope, which an edit's may be and a condition's may not.
inline constexpr auto kPins = std::to_array<std::string_view>({"path", "signature", "body"});
inline constexpr Table kRegion = {"a region",  "region", "Lines that limit the search.",
                                  kRegionKeys, {},       kPins};
inline constexpr auto kScopeMaps = std::to_array<const Table*>({&kRegion});
inline constexpr Key kScope = {
    "scope",
    {.scalar = Scalar::scope, .maps = kScopeMaps},
    Need::optional,
    "The definition that limits the search, by its full name, or two lines."};

inline constexpr Key kPath = {
    "path", {.scalar = Scalar::scope}, Need::required, "The definition, by its full name."};
inline constexpr Key kSignature = {
    "signature",
    {.scalar = Scalar::filled_text},
    Need::optional,
    "What must stand from the definition's beginning up to its body; white space is folded."};
inline constexpr auto kPinnedKeys =
    std::to_array<Key>({kPath,
                        kSignature,
                        {"body",
                         {.scalar = Scalar::sha256},
                         Need::optional,
                         "The digest of the definition's tokens, as 'patcher scope' prints it."}});
inline constexpr Table kPinned = {"a pinned scope", "pinned_scope",
                                  "A definition that must not have changed.", kPinnedKeys};
inline constexpr auto kEditScopeMaps = std::to_array<const Table*>({&kRegion, &kPinned});
inline constexpr Key kEditScope = {
    "scope",
    {.scalar = Scalar::scope, .maps = kEditScopeMaps},
    Need::optional,
    "The definition that limits the search, by its full name, two lines, or a pinned definition."};

}  // namespace patcher::language
