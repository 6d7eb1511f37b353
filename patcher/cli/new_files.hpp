// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "patcher/core/result.hpp"
#include "patcher/tree/file_system.hpp"

namespace patcher {

/// Refuses (usage) each path of `files` at which something stands.
[[nodiscard]] Status refuse_existing(const std::map<std::string, std::string>& files);

/// Writes new files, by their paths, their folders with them: all of them, or none.
///
/// What was written is removed again when one cannot be. Errors: those of replace_file; io_error.
[[nodiscard]] Status write_new_files(const std::map<std::string, std::string>& files,
                                     FileSystem& system);

}  // namespace patcher
