// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "patcher/locate/scope.hpp"
#include "patcher/plan/text_search.hpp"

namespace patcher {

// Findings of text edits that neither fit nor are there, each with its one diagnostic: what was
// expected, what was found, every place, and the next step.

/// More places than `count` wants in all (anchor_ambiguous, result_elsewhere).
[[nodiscard]] Finding ambiguous(const Search& search, const Places& places);
/// Fewer places than `count` wants (anchor_not_found), with the nearest text where there is none.
[[nodiscard]] Finding drifted(const Search& search, const Places& places);
/// Some places done, the others not (partly_applied).
[[nodiscard]] Finding partial(const Search& search, const Places& places);
/// New text that cannot stand at `spot` (indentation_unfit).
[[nodiscard]] Finding unfit_text(const Search& search, const Spot& spot, Unfit why);
/// New text with a string of several lines that `spot`'s indentation would change.
[[nodiscard]] Finding literal_unfit(const Search& search, const Spot& spot);
/// A scope that no definition has (scope_not_found).
[[nodiscard]] Finding scope_missing(const Search& search);
/// A scope that several definitions have (scope_ambiguous).
[[nodiscard]] Finding scope_ambiguous(const Search& search,
                                      const std::vector<const Definition*>& found);

/// A scope whose path a syntax error around it makes doubtful (syntax_error).
[[nodiscard]] Finding scope_untrusted(const Search& search, const Definition& found);

}  // namespace patcher
