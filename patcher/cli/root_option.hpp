// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "patcher/cli/options.hpp"
#include "patcher/core/diagnostic.hpp"

namespace patcher {

/// Takes `given`, `TREE=WHERE` or `TREE:FOLDER=WHERE`, as a value of `--root`. All parts must be
/// filled, and each tree and folder be given once.
///
/// Gives the reason when it is not taken; empty when it is.
[[nodiscard]] std::string add_root(Options& options, const std::string& given);

/// Takes `given`, `REV` or `TREE=REV`, as a value of `--since`; each tree may be given once. A
/// revision holds no `=`. Gives the reason when it is not taken; empty when it is.
[[nodiscard]] std::string add_since(Options& options, const std::string& given);

/// Whether `where`, of a `--root`, is no folder: `git:REPO@REV` or `oci:LAYOUT:/FOLDER`.
[[nodiscard]] bool is_stored(std::string_view where);

/// An error (usage) for each root of a command that writes, or has no manifest, which is no folder.
[[nodiscard]] Diagnostics roots_without_a_folder(const Options& options);

/// What is wrong with the folders of `--root TREE:FOLDER=WHERE` taken together.
///
/// Errors: usage for a tree whose own root is not given, and for a folder in another one that is
/// given or in no canonical spelling; unsafe_path; not_supported for `git:` and `oci:`.
[[nodiscard]] Diagnostics faults_of_parts(const Options& options);

}  // namespace patcher
