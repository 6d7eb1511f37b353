// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "patcher/core/byte_range.hpp"
#include "patcher/locate/anchor_place.hpp"
#include "patcher/locate/source_text.hpp"
#include "patcher/plan/pattern_shape.hpp"
#include "patcher/plan/spot.hpp"

namespace patcher {

/// An edit at one place of its anchor.
struct PatternPlace {
  const PatternShape& shape;
  const AnchorPlace& place;
  const SourceText& text;
  ByteRange within;  ///< What is searched; a result lies in it.
};

/// The place as one of the anchor, or of the result where the edit is done there already.
struct PatternOutcome {
  Spot spot;
  bool is_done = false;
};
[[nodiscard]] PatternOutcome outcome_at(const PatternPlace& at);

/// The new text of a replacement as it stands where a place begins at `offset`.
[[nodiscard]] std::variant<std::string, Unfit> replacement_at(const PatternShape& shape,
                                                              std::size_t offset,
                                                              const SourceText& text);

}  // namespace patcher
