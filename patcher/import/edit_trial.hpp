// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/import/two_sides.hpp"
#include "patcher/manifest/manifest.hpp"

namespace patcher {

/// Says whether `edit` fits on the old side of `sides` in the one place of `region` and makes there
/// what the new side has, and whether it is found again on the new side, by the rules by which
/// every edit is judged. `scope` is where it is looked for; null for the whole file.
[[nodiscard]] bool fits(const TextEdit& edit, const TwoSides& sides, const LineRegion& region,
                        const SharedScope* scope);

}  // namespace patcher
