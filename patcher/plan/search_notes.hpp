// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "patcher/plan/text_search.hpp"

namespace patcher {

// What the findings of text edits are made of.

/// A diagnostic about the edit that is searched for.
[[nodiscard]] Diagnostic about_edit(const Search& search, Code code, std::string message);

/// Makes `offset` of `text` the place in the tree of `diagnostic`.
void point_at(Diagnostic& diagnostic, const SourceText& text, std::size_t offset);

/// A note at the first line of `range`, with that line shown.
[[nodiscard]] Note note_at(const Search& search, ByteRange range, std::string message);

/// How many places a diagnostic names before it only counts them.
inline constexpr std::size_t kMostNotes = 10;
/// Shortens `notes` to the first few, and says how many more there are.
void cap(std::vector<Note>& notes);
/// Adds to `notes` that there are `more` places, if there are.
void add_rest(std::size_t more, std::vector<Note>& notes);

/// The places of the anchor in the whole file; none when the search was given up.
[[nodiscard]] std::vector<Spot> anchors_anywhere(const Search& search);

/// The definitions in which the anchor stands, each once, in order.
[[nodiscard]] std::vector<std::string> other_homes(const Search& search);

}  // namespace patcher
