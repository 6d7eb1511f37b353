// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace patcher::testing {

inline const std::string kAiterPin = "e4048607a535ace3a2b51ded31b1c8c2d45c0879";
inline const std::string kAtomPin = "ffdf3bb5ddf8a15a64d521a2eeb3bc7438f9ac21";

/// The git directory that the environment variable `variable` names, or nothing.
[[nodiscard]] inline std::optional<std::string> repository_of(const char* variable) {
  const char* path = std::getenv(variable);
  return path == nullptr ? std::nullopt : std::optional<std::string>(path);
}

/// Puts the files of `pin` that `paths` (git pathspecs) name into `folder`; says whether it could.
[[nodiscard]] inline bool extract(const std::string& repository, const std::string& pin,
                                  const std::string& paths, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  const std::string command = "git --git-dir='" + repository + "' archive " + pin + " -- " + paths +
                              " | tar -x -C '" + folder.string() + "'";
  return std::system(command.c_str()) == 0;
}

}  // namespace patcher::testing
