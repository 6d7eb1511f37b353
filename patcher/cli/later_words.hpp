// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace patcher {

// Words of the tool's language that this version does not have: named, never taken for a slip.

/// Says whether `word` is a command of a later version.
[[nodiscard]] bool is_later_command(std::string_view word);

}  // namespace patcher
