// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/core/diagnostic.hpp"
#include "patcher/locate/source_text.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/plan/record.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// A recorded patch whose bytes moved since it was applied.
struct Modification {
  const RecordedPatch& recorded;
  const Record& record;
  const Tree& tree;
  SourceCache& cache;
  const Patch* patch = nullptr;  ///< The manifest's, at any revision; null where there is none.
};

/// The error (modified) for it: for each file whether it is gone, back at its base, changed in its
/// mode only, or how its text differs from what the patch wrote; and what takes the change back.
///
/// The record has no copy of the bytes that it wrote. Text is therefore compared with what the
/// patch's edits write, which needs the manifest's patch at the recorded revision; a change
/// anywhere else in the file is only said to be there.
[[nodiscard]] Diagnostic modified_error(const Modification& moved);

}  // namespace patcher
