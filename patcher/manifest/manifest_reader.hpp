// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/byte_range.hpp"
#include "patcher/manifest/document.hpp"
#include "patcher/manifest/findings.hpp"
#include "patcher/manifest/manifest.hpp"

namespace patcher::language {

/// A patch file that a manifest names.
struct PatchReference {
  std::string file;  ///< For opening: relative to the process's folder, or absolute.
  ByteRange source;  ///< The path in the manifest.
  std::string optional = {};
  std::optional<When> when = std::nullopt;
  ByteRange when_tree = {};  ///< The value of `tree` in `when`.
};

/// A manifest whose patch files are not read yet.
struct ManifestDraft {
  Manifest manifest;
  std::vector<PatchReference> references;
};

/// Reads the manifest in `document`, but not the files that it names; reports into `findings`.
[[nodiscard]] ManifestDraft read_manifest(const Document& document, Findings& findings);

/// The next step when `name` is no tree of `manifest`.
[[nodiscard]] std::string hint_for_tree(std::string_view name, const Manifest& manifest);

}  // namespace patcher::language
