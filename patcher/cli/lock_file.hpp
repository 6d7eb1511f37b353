// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "patcher/core/result.hpp"
#include "patcher/manifest/lock.hpp"

namespace patcher {

/// The bytes of the lock beside `manifest`, or nothing when there is none.
///
/// Errors: usage when something else than a regular file stands there, or one that is too large;
/// unsafe_link; io_error.
[[nodiscard]] Result<std::optional<std::string>> lock_bytes(const Manifest& manifest);

/// The lock beside `manifest`.
///
/// Errors: lock_absent; those of `lock_bytes` and `read_lock`.
[[nodiscard]] Result<Lock> open_lock(const Manifest& manifest);

}  // namespace patcher
