// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "patcher/core/diagnostic.hpp"
#include "patcher/plan/state.hpp"
#include "patcher/report/text_report.hpp"

namespace patcher {

/// What a piece of text stands for; each has its colour on a terminal.
enum class Ink { error, warning, note, hint, mark, good };

[[nodiscard]] Ink ink_of(Severity severity);
[[nodiscard]] Ink ink_of(State state);

/// `text` between the escape sequences of `ink`, or as it is with `Colour::off`.
///
/// `text` must be printable already: it is copied as it is.
/// Source: ECMA-48, "Select Graphic Rendition".
[[nodiscard]] std::string inked(Ink ink, std::string_view text, Colour colour);

}  // namespace patcher
