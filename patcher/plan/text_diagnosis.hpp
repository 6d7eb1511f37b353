// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "patcher/plan/text_search.hpp"

namespace patcher {

// Findings of text edits that neither fit nor are there, each with its one diagnostic: what was
// expected, what was found, every place, and the next step.

/// What comes nearest to the anchor in what is searched, and where it stands outside of that.
[[nodiscard]] std::vector<Note> nearest_notes(const Search& search);

/// More places than `count` wants in all (anchor_ambiguous, result_elsewhere).
[[nodiscard]] Finding ambiguous(const Search& search, const Places& places);
/// Fewer places than `count` wants (anchor_not_found), with the nearest text where there is none.
[[nodiscard]] Finding drifted(const Search& search, const Places& places);
/// A search that was given up (pattern_too_costly, empty_match).
[[nodiscard]] Finding given_up(const Search& search, const SearchFault& fault);
/// Some places done, the others not (partly_applied).
[[nodiscard]] Finding partial(const Search& search, const Places& places);
/// New text that cannot stand at `spot` (indentation_unfit).
[[nodiscard]] Finding unfit_text(const Search& search, const Spot& spot, Unfit why);
/// New text with a string of several lines that `spot`'s indentation would change.
[[nodiscard]] Finding literal_unfit(const Search& search, const Spot& spot);

}  // namespace patcher
