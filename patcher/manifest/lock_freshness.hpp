// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/manifest/lock.hpp"

namespace patcher {

/// A lock of `manifest` with the digests of all its files, whose trees have their pins only.
[[nodiscard]] Lock digests_of(const Manifest& manifest);

/// Errors (lock_stale) for each thing that `lock` says otherwise than `now`, which `digests_of`
/// made: the manifest's digest and name, the patches and their order, each patch's file, payloads
/// and revision, and the pins. Files of trees are not looked at. Places are those in `lock`.
[[nodiscard]] Diagnostics stale_digests(const Lock& lock, const Lock& now);

}  // namespace patcher
