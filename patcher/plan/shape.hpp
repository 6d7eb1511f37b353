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
#include "patcher/plan/hunk_shape.hpp"
#include "patcher/plan/pattern_shape.hpp"
#include "patcher/plan/spot.hpp"

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

using Shape = std::variant<LineShape, ByteShape, PatternShape, HunkShape>;

[[nodiscard]] std::variant<Shape, EditFault> shape_of(const TextEdit& edit, Language language);

/// Places of the anchor, and of the result, in `within`, ascending. Faults: those of a pattern.
[[nodiscard]] std::variant<Places, SearchFault> sides_of(const Shape& shape, const SourceText& text,
                                                         ByteRange within);

/// The change that makes the result out of the anchor at `spot`. New lines take the ending of the
/// anchor line that they stand next to.
[[nodiscard]] Change forward(const Shape& shape, const Spot& spot, const SourceText& text);
/// The change that makes the anchor out of the result at `spot`; none where a pattern's match was
/// replaced, because the bytes before are gone.
[[nodiscard]] Change backward(const Shape& shape, const Spot& spot, const SourceText& text);

/// Says whether the bytes of a file can tell that an edit of this shape is done.
[[nodiscard]] bool is_recognised(const Shape& shape);
/// Says whether new text of this shape is made of what groups took.
[[nodiscard]] bool refers_to_groups(const Shape& shape);
/// Says whether the bytes of a file where `edit` is done tell what stood there before.
[[nodiscard]] bool is_undone_by_bytes(const TextEdit& edit);

}  // namespace patcher
