// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "patcher/manifest/manifest.hpp"
#include "patcher/report/text_report.hpp"

namespace patcher {

/// Renders one patch in full for people: why it exists, where it stands upstream, and every edit
/// with the exact bytes that it looks for and leaves.
///
/// Anchors and new texts are shown line by line between `|` and the line's ending, spelled `\n`;
/// a last line without `\n` has none, so that every newline of an anchor can be counted.
[[nodiscard]] std::string render_patch(const Patch& patch, Colour colour);

/// The bases that `when` names, in one line.
[[nodiscard]] std::string spelled(const When& when);

}  // namespace patcher
