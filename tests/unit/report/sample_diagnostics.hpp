// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/core/diagnostic.hpp"

namespace patcher {

/// An error with all that a diagnostic can have: both places, source, a note with source, a hint.
inline Diagnostic full_diagnostic() {
  return {.severity = Severity::error,
          .code = Code::anchor_not_found,
          .message = "anchor matches 0 places, expected 1",
          .where = {"patches/atom/x.yaml", 21, 11},
          .lines = {{21, "      put_nowait(seqs)", {{17, 21}}}},
          .patch = "atom-x",
          .edit = 0,
          .tree = "atom",
          .target = {"atom/core.py", 440, 0},
          .in = "Core.run",
          .notes = {{.message = "nearest text; `seqs` reads `batch` here",
                     .where = {"atom/core.py", 441, 0},
                     .in = "Core.run",
                     .lines = {{441, "    put_nowait(batch)", {{15, 20}}}}}},
          .hint = "take the text from the note"};
}

}  // namespace patcher
