// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/core/diagnostic.hpp"
#include "patcher/locate/source_text.hpp"
#include "patcher/locate/token_pattern.hpp"

namespace patcher {

/// Where in `within` tokens come nearest that stand nowhere there, and in what they differ: their
/// layout alone, one token, or several. Empty when fewer than half of them stand together.
///
/// Of a very long pattern only the first 400 tokens are compared.
[[nodiscard]] std::vector<Note> nearest(const TokenPattern& pattern, const SourceText& text,
                                        ByteRange within, const std::string& file);

}  // namespace patcher
