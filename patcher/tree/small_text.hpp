// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "patcher/core/result.hpp"

namespace patcher {

/// The bytes of the text file at `path`, which lies outside any tree; nothing where there is no
/// file. Links are followed; what is no regular file is not waited for.
///
/// Errors: io_error when it is no regular file, has more than `most` bytes, holds a NUL byte, or
/// cannot be read; the message names the file and the reason.
[[nodiscard]] Result<std::optional<std::string>> small_text(const std::string& path,
                                                            std::size_t most);

/// The names in the folder at `path`, sorted by bytes; none where there is no folder.
///
/// Errors: io_error when it cannot be listed.
[[nodiscard]] Result<std::vector<std::string>> names_in(const std::string& path);

/// The first reason why `result` has no value, as a sentence.
template <class T>
[[nodiscard]] const std::string& reason_of(const Result<T>& result) {
  return result.error().diagnostics().front().message;
}

}  // namespace patcher
