// SPDX-License-Identifier: MIT
#pragma once

#include "patcher/locate/shell_script.hpp"

namespace patcher {

/// The pipeline `all` in the order in which a shell binds it: `|` tighter than `&&` and `||`, and a
/// `!` before the first command for the whole pipeline. The grammar does not always have it so.
[[nodiscard]] ShellNode with_shell_order(ShellNode all);

}  // namespace patcher
