// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/core/diagnostic.hpp"
#include "patcher/locate/anchor_place.hpp"
#include "patcher/locate/node_query.hpp"
#include "patcher/locate/regex.hpp"
#include "patcher/locate/source_text.hpp"
#include "patcher/locate/span.hpp"
#include "patcher/locate/token_pattern.hpp"
#include "patcher/manifest/anchor.hpp"

namespace patcher {

/// The whole of what is searched, which is one place: a definition that is edited as one.
struct WholePlace {
  /// Fault: place_unfit where other code shares a line with `within`.
  [[nodiscard]] FoundPlaces find_all(const SourceText& text, ByteRange within) const;
};

/// An anchor that is no fixed text, ready to be searched in any version of a file.
using Finder = std::variant<Regex, TokenPattern, NodeQuery, Span, WholePlace>;

/// The finder of `anchor`, of which `is_pattern` is true, in a file of `language`, or what is wrong
/// with its spelling.
[[nodiscard]] std::variant<Finder, SpellingFault> finder_of(const Anchor& anchor,
                                                            Language language);

/// Every place of `finder` in `within`.
[[nodiscard]] FoundPlaces find_places(const Finder& finder, const SourceText& text,
                                      ByteRange within);

/// Why `finder` fits nowhere in `within`: notes ready for a diagnostic, `file` as their place.
///
/// The first note shows the text that comes nearest, and says in what it differs. Further notes
/// name places that do fit outside `within`. Empty when nothing comes near.
[[nodiscard]] std::vector<Note> near_misses(const Finder& finder, const SourceText& text,
                                            ByteRange within, const std::string& file);

}  // namespace patcher
