// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/plan/text_search.hpp"

namespace patcher {

/// Adds to `diagnostic`, about a path that names no definition, what may have been meant: the
/// definition in a branch that is not read; or those that are what the scope pins, but for their
/// names; or what the anchor stands in, or comes near in; and the paths that are spelled alike.
void explain_missing_scope(const Search& search, Diagnostic& diagnostic);

}  // namespace patcher
