// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/locate/line_pattern.hpp"
#include "patcher/locate/source_text.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/plan/splice.hpp"

namespace patcher {

/// What a text edit looks for and what it leaves, ready to be searched in any version of a file.
///
/// "Old" is the anchor, "result" is the anchor's surviving text and the new text together. Both
/// sides are searched by the same rules, so that whatever is written is found again.
struct LineShape {
  std::vector<PatternLine> old_lines;
  std::vector<PatternLine> result_lines;
  std::optional<std::size_t> old_base;  ///< Pinned indentation, in bytes.
  std::size_t kept_before = 0;          ///< Anchor lines that stand before the new ones.
  std::size_t kept_after = 0;           ///< Anchor lines that stand after the new ones.
};

/// The same for an edit within lines.
struct ByteShape {
  std::string old_bytes;
  std::string result_bytes;
  std::size_t kept_before = 0;  ///< Anchor bytes that stand before the new ones.
  std::size_t kept_after = 0;
};

using Shape = std::variant<LineShape, ByteShape>;

/// A place where one side of a shape stands.
struct Spot {
  ByteRange range;
  std::size_t first_line = 0;  ///< 0-based.
  std::string base;            ///< The place's indentation; empty for an edit within lines.
};

[[nodiscard]] Shape shape_of(const TextEdit& edit, Language language);

/// Places of the anchor, and of the result, in `within`.
[[nodiscard]] std::vector<Spot> old_spots(const Shape& shape, const SourceText& text,
                                          ByteRange within);
[[nodiscard]] std::vector<Spot> result_spots(const Shape& shape, const SourceText& text,
                                             ByteRange within);

/// Why new text cannot stand at a place.
enum class Unfit {
  mixes_tabs_and_spaces,  ///< Spaces would stand on a base of tabs, or the other way round.
  cannot_shift,           ///< `reindent` takes more than the base has.
};

/// The splice that makes the result out of the anchor at `spot`. New lines take the ending of the
/// anchor line that they stand next to.
[[nodiscard]] std::variant<Splice, Unfit> forward(const Shape& shape, const Spot& spot,
                                                  const SourceText& text);
/// The splice that makes the anchor out of the result at `spot`.
[[nodiscard]] std::variant<Splice, Unfit> backward(const Shape& shape, const Spot& spot,
                                                   const SourceText& text);

}  // namespace patcher
