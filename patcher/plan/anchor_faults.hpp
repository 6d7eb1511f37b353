// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "patcher/core/diagnostic.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/plan/pattern_shape.hpp"

namespace patcher {

/// Errors (invalid_manifest) for every anchor and new text of `manifest` whose spelling only its
/// own language can judge: patterns that do not compile, references to groups that are not there.
[[nodiscard]] Diagnostics anchor_faults(const Manifest& manifest);

/// The error about one part of edit `index` (0-based) of `patch`.
///
/// `alternative` is that edit, or it with one of its alternatives for an anchor.
[[nodiscard]] Diagnostic spelling_error(const Patch& patch, std::size_t index,
                                        const TextEdit& alternative, const EditFault& fault);

}  // namespace patcher
