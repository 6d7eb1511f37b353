// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "patcher/core/result.hpp"
#include "patcher/tree/file_system.hpp"

namespace patcher {

/// Makes `bytes` the content of the file at `path`, which is of no tree, or leaves all as it was.
///
/// The new file is written beside it (`.patcher-<name>`), synced, and renamed over it; nothing is
/// left of it when a step fails, and the next run removes what one that was killed left. The folder
/// is locked meanwhile. A file that is there keeps its mode, and its owner where the
/// process may give it; a new one gets 0666 less the umask.
/// Errors: unsafe_link when a symbolic link stands at `path`; path_in_the_way for anything else
/// but a regular file; tree_locked while another run holds the folder; io_error.
[[nodiscard]] Status replace_file(const std::string& path, std::string_view bytes,
                                  FileSystem& files);

/// Removes what a `replace_file` of `path` left that was killed, if anything. Errors: tree_locked;
/// io_error.
[[nodiscard]] Status clear_unfinished(const std::string& path, FileSystem& files);

}  // namespace patcher
