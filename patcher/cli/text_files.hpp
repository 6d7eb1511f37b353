// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/image/lint.hpp"

namespace patcher {

/// The text in `file`, or on standard input for `-`; at most 1 MiB.
///
/// Errors: usage, io_error.
[[nodiscard]] Result<NamedText> text_in(const std::string& file);

/// All of `files`; what cannot be read goes to `faults`.
[[nodiscard]] std::vector<NamedText> texts_in(const std::vector<std::string>& files,
                                              Diagnostics& faults);

}  // namespace patcher
