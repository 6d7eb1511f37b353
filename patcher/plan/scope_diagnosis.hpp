// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "patcher/locate/scope.hpp"
#include "patcher/plan/text_search.hpp"

namespace patcher {

/// The finding of an edit whose scope is not one place: what was sought, every place that comes
/// near, and the next step (scope_not_found, scope_ambiguous, scope_changed,
/// syntax_error).
[[nodiscard]] Finding scope_unfit(const Search& search, const ScopeFault& fault);

/// The code that `fault` is told by.
[[nodiscard]] Code code_of(const ScopeFault& fault);

/// Why `scope` is not one place of its file, in one clause: "scope 'f' names 2 definitions,
/// expected 1".
[[nodiscard]] std::string reason_of(const ScopeFault& fault, const Scope& scope,
                                    const SourceText& text);

/// What a note says of one of several definitions: how a scope names it alone, if one can.
[[nodiscard]] std::string definition_note(const std::string& spelling);

/// The next step where a path names several definitions.
[[nodiscard]] std::string hint_to_name_one(const ScopeFault& fault);

}  // namespace patcher
