// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/core/diagnostic.hpp"
#include "patcher/image/build_scope.hpp"
#include "patcher/manifest/lock.hpp"
#include "patcher/manifest/manifest.hpp"

namespace patcher {

/// What is to build the image.
enum class Builder { unknown, buildah, docker, podman };

/// Whether comments in the Dockerfile may allow what rules find.
enum class InlineAllowed { yes, no };

/// A text that names pins too.
struct NamedText {
  std::string file;
  std::string bytes;
};

/// What `lint_image` judges, and by what.
struct ImageLintInput {
  NamedText dockerfile;
  const Manifest* manifest = nullptr;  ///< The set that the image is to have, if that is known.
  const Lock* lock = nullptr;          ///< Its lock, where it has one.
  std::vector<NamedText> documents = {};
  BuildArguments arguments = {};
  Builder builder = Builder::unknown;
  InlineAllowed inline_allowed = InlineAllowed::yes;
  std::string today;  ///< `2026-12-31`.
};

/// What the rules find in a Dockerfile, in the order of its lines; docs/dockerfile.md lists them.
///
/// Pure: runs nothing, opens nothing, asks no registry. A finding that a comment allows is left
/// out; a comment that allows nothing, has no reason, is out of date or misspelt is one itself.
[[nodiscard]] Diagnostics lint_image(const ImageLintInput& input);

}  // namespace patcher
