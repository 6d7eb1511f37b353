// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include "patcher/import/two_sides.hpp"
#include "patcher/manifest/manifest.hpp"

namespace patcher {

/// Unchanged lines of the old side, `[first, end)`, from which a change may take its context.
struct Room {
  std::size_t first = 0;         ///< For an edit that rewrites its anchor,
  std::size_t shared_first = 0;  ///< and for one that puts lines into it, or is a hunk.
  std::size_t end = 0;
};

/// An edit that says one change, and the lines of the old side that it is anchored on.
struct AnchoredEdit {
  TextEdit edit;
  LineRegion region;
};

/// The smallest edit with an anchor of whole lines that makes `change` and fits in one place of its
/// scope, the innermost definition around it that can be one, or of the whole file.
///
/// An insertion asserts a line on both sides (`between`, or more lines where one is blank or not
/// alone); so does a deletion, where there are such lines. Nothing where no such edit says it.
[[nodiscard]] std::optional<AnchoredEdit> anchored_edit(const TwoSides& sides,
                                                        const LineChange& change, const Room& room);

/// The hunk of a diff that makes `change` and fits in one place of the file, with the least
/// context. One that begins or ends without context is held to that end of the file.
[[nodiscard]] std::optional<AnchoredEdit> hunk_edit(const TwoSides& sides, const LineChange& change,
                                                    const Room& room);

}  // namespace patcher
