// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace patcher::language {

/// `text` without the longest run of spaces and tabs with which all of its non-blank lines begin.
/// Blank lines lose as much of that run as they have.
[[nodiscard]] std::string dedented(std::string_view text);

}  // namespace patcher::language
