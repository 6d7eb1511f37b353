// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "patcher/locate/parse_copy.hpp"
#include "patcher/locate/source_text.hpp"

namespace patcher {

/// The copy of `text` that its grammar reads, with what `language` and `known` settle at its
/// beginning. Requires a text of at most `kMostParsedBytes`.
[[nodiscard]] ParseCopy c_parse_copy_of(std::string_view text, Language language,
                                        const KnownMacros& known);

}  // namespace patcher
