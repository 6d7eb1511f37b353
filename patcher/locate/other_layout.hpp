// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "patcher/core/diagnostic.hpp"
#include "patcher/locate/source_text.hpp"

namespace patcher {

/// A note on the first place in `within` that has the same tokens as `anchor`, which stands nowhere
/// there byte for byte: wrapped by a formatter, or with comments between. Nothing where there is
/// none, for an anchor of less than three tokens, and for a language without tokens.
[[nodiscard]] std::optional<Note> same_tokens(std::string_view anchor, const SourceText& text,
                                              ByteRange within, const std::string& file);

}  // namespace patcher
