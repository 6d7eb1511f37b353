// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace patcher {

/// `text` as lines of at most `width` bytes where it has blanks to break at, for prose. Its own
/// line ends stay.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width);

}  // namespace patcher
