// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "patcher/core/diagnostic.hpp"

namespace patcher {

/// The io_error that says what could not be done to `path`: `cannot read "a/b": Permission denied`.
///
/// `doing` is a verb in the infinitive ("read"), `error` an `errno`, positive or negative.
[[nodiscard]] Diagnostic disk_refusal(const std::string& doing, const std::string& path, int error);

/// The unsafe_link error for the symbolic link at `path`, in which `leads` is spelled; empty where
/// that is not known.
[[nodiscard]] Diagnostic link_refusal(const std::string& path, std::string_view leads);

/// The same for the symbolic link `name` in the open folder `folder`: `path` is the
/// link's own path below the root. Says where the link leads.
[[nodiscard]] Diagnostic link_refusal(int folder, const std::string& name, const std::string& path);

}  // namespace patcher
