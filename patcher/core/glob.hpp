// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace patcher {

/// Says whether `glob` catches `path`, both below one tree's root.
///
/// Patterns are those of glob(7), but `*` and `?` match a slash and a leading dot too, and `**/`
/// stands for no folder as well, so that a doubtful pattern catches a file too many and never one
/// too few.
[[nodiscard]] bool catches(const std::string& glob, const std::string& path);

/// Says whether `path`, where a manifest names a file, is a glob.
[[nodiscard]] bool is_glob(std::string_view path);

/// Says whether `glob` can catch nothing but the one path that it spells.
[[nodiscard]] bool is_plain(std::string_view glob);

/// The folder that holds everything that `glob` can catch; empty for the root.
[[nodiscard]] std::string_view folder_of(std::string_view glob);

}  // namespace patcher
