// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/locate/line_pattern.hpp"
#include "patcher/locate/source_text.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/plan/spot.hpp"

namespace patcher {

/// What a hunk of a diff looks for and what it leaves: whole lines, byte by byte, endings included.
struct HunkShape {
  std::string old_bytes;
  std::string result_bytes;
  bool at_start = false;  ///< Both sides begin the file.
  bool at_end = false;    ///< Both sides end the file.
};

/// The shape of `edit`, whose anchor is a hunk.
[[nodiscard]] HunkShape hunk_shape(const TextEdit& edit);

/// Places of the old side, and of the result, in `within`, ascending.
///
/// A side stands where its bytes begin a line and end one: by their own newline, or with the file
/// where they have none. A side without a line stands in an empty file only.
[[nodiscard]] Places sides_of(const HunkShape& shape, const SourceText& text, ByteRange within);

/// The splice that makes the result out of the old side at `spot`; lines that both begin or end
/// with are left alone.
[[nodiscard]] Splice forward_of(const HunkShape& shape, const Spot& spot);
/// The splice that makes the old side out of the result at `spot`.
[[nodiscard]] Splice backward_of(const HunkShape& shape, const Spot& spot);

/// The lines of one side, for a search of what comes near: each as it stands, without its ending.
[[nodiscard]] LinePattern near_pattern(std::string_view side);

}  // namespace patcher
