// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "patcher/image/lint.hpp"
#include "patcher/manifest/manifest.hpp"

namespace patcher {

/// `sha256:<hex>` over all that decides what patches are in an image: the manifest, each patch in
/// its order with its payloads, the lock's bytes, the base, and the bytes of `files` (a Dockerfile,
/// what rebuilds call).
///
/// Names of `files` and where the manifest lies do not count; their order does not either. Two keys
/// are equal only where all of it is. `base` is the base's reference, with its digest.
[[nodiscard]] std::string image_key(const Manifest& manifest, std::string_view lock,
                                    std::string_view base, const std::vector<NamedText>& files);

}  // namespace patcher
