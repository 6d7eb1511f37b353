// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "patcher/cli/options.hpp"
#include "patcher/manifest/manifest.hpp"

namespace patcher {

/// The base that a command is about, with its digest where that is known: what `--base` says, or
/// else the manifest. Empty where neither does.
[[nodiscard]] std::string named_base(const Options& options, const Manifest& manifest);

/// Whether `reference` ends with `@sha256:` and 64 hex digits in small letters.
[[nodiscard]] bool has_digest(const std::string& reference);

}  // namespace patcher
