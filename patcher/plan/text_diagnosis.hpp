// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "patcher/plan/text_search.hpp"

namespace patcher {

// Findings of text edits that neither fit nor are there, each with its one diagnostic: what was
// expected, what was found, every place, and the next step.

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

/// Makes `diagnostic` point at `offset` of `text`.
void point_at(Diagnostic& diagnostic, const SourceText& text, std::size_t offset);
/// A note at the first line of `range`, with that line shown.
[[nodiscard]] Note note_at(const Search& search, ByteRange range, std::string message);
/// Shortens `notes` to the first few, and says how many more there are.
void cap(std::vector<Note>& notes);
/// Adds to `notes` that there are `more` places, if there are.
void add_rest(std::size_t more, std::vector<Note>& notes);
/// The places of the anchor in the whole file; none where the search is given up.
[[nodiscard]] std::vector<Spot> anchors_anywhere(const Search& search);
/// The definitions in which the anchor stands outside the scope, each once, in order.
[[nodiscard]] std::vector<std::string> other_homes(const Search& search);

}  // namespace patcher
