// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/core/diagnostic.hpp"
#include "patcher/manifest/document.hpp"
#include "patcher/manifest/load.hpp"
#include "patcher/manifest/manifest.hpp"

namespace patcher::language {

/// A patch with all that was found about its file; good only when no finding is an error.
struct ReadPatch {
  Patch patch;
  Diagnostics findings;
};

/// Reads the patch in `document`, and its payloads from `files`.
///
/// Errors: all of load_manifest's but those about whole manifests.
[[nodiscard]] ReadPatch read_patch(const Document& document, const FileSource& files);

}  // namespace patcher::language
