// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "patcher/locate/macro_knowledge.hpp"

namespace patcher {

/// How a preprocessor name has to stand for a condition to change.
struct NamedNeed {
  std::string name;
  bool defined = true;
};

/// Decides the `#if` expression `expression`.
///
/// Understood are `defined`, whole numbers, known names, and C's operators but assignment. What
/// stays unknown is taken to hold, and so that it does, `knowledge` is told the least that makes it
/// hold: later conditions of the file then agree with this one. An expression that cannot be read
/// counts as one unknown whole.
[[nodiscard]] bool decide(std::string_view expression, MacroKnowledge& knowledge);

/// Whether the `#if` expression `expression` holds by `knowledge`; nothing where that is unknown.
[[nodiscard]] std::optional<bool> known_truth(std::string_view expression,
                                              const MacroKnowledge& knowledge);

/// The one name that `expression` asks for (`defined(X)`, `!defined X`, `X`), and how it has to
/// stand for the expression to be `wanted`; nothing for any other expression.
[[nodiscard]] std::optional<NamedNeed> need_of(std::string_view expression, bool wanted);

}  // namespace patcher
