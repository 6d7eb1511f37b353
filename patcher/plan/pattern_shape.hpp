// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "patcher/locate/finder.hpp"
#include "patcher/locate/group_references.hpp"
#include "patcher/locate/spelled_lines.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/plan/placing.hpp"
#include "patcher/plan/spot.hpp"

namespace patcher {

/// How new text is put at a pattern's place.
enum class Manner {
  /// Byte for byte.
  verbatim,
  /// In place of the match, its later lines indented as the line is on which the match begins; and
  /// as whole lines on that indentation, where it is inserted.
  indented,
  /// As whole lines, on the indentation of the place's first one.
  whole_lines
};

/// A text edit whose anchor is no fixed text.
struct PatternShape {
  Finder finder;
  Action action = Action::replace;
  Manner manner = Manner::verbatim;
  std::string text;          ///< New text, as it is spelled.
  SpelledLines lines = {};   ///< The same, where it is indented.
  bool has_literal = false;  ///< Whether a string over several lines is in it; where indented.
  std::optional<ReferringText> referring = {};  ///< The same, where it refers to groups.
  std::optional<Regex> result = {};  ///< What it may be anywhere, where it refers to groups.
};

/// A part of an edit whose spelling is wrong.
struct EditFault {
  enum class Part { anchor, text };
  Part part = Part::anchor;
  SpellingFault fault;
};

/// The shape of `edit`, whose anchor is a pattern, in a file of `language`.
[[nodiscard]] std::variant<PatternShape, EditFault> pattern_shape_of(const TextEdit& edit,
                                                                     Language language);

/// Both sides of `shape` in `within`, each place with its change.
///
/// A match that reads as the new text already is a place of the result. So is, for a replacement,
/// the new text wherever it stands, if it can be recognised by itself; what stood there before is
/// then not known.
[[nodiscard]] std::variant<Places, SearchFault> sides_of(const PatternShape& shape,
                                                         const SourceText& text, ByteRange within);

/// Says whether the bytes alone can tell that the edit is done: not for a deletion, and not for a
/// replacement by so little text that it may stand anywhere.
[[nodiscard]] bool is_recognised(const PatternShape& shape);

}  // namespace patcher
