// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/locate/definition.hpp"
#include "patcher/locate/source_text.hpp"
#include "patcher/manifest/scope.hpp"

namespace patcher {

/// The definitions of `text` that are what `scope` pins, but for their names or for what they stand
/// in: what may have become of a definition that its path no longer names. At most three; none for
/// a scope without pins.
[[nodiscard]] std::vector<const Definition*> renamed_definitions(const Scope& scope,
                                                                 const SourceText& text);

}  // namespace patcher
