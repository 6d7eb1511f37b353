// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

#include "patcher/core/result.hpp"

namespace patcher {

/// A new folder that nobody else may enter, away from every tree; it goes with this value.
class PrivateFolder {
 public:
  /// Makes one in the folder that the variable TMPDIR names, or in /tmp. Errors: io_error.
  [[nodiscard]] static Result<PrivateFolder> make();
  PrivateFolder(PrivateFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  PrivateFolder& operator=(PrivateFolder&&) = delete;
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  /// Removes it with all that is in it, as far as that can be done.
  ~PrivateFolder();

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  explicit PrivateFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace patcher
