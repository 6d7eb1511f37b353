// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/manifest/load.hpp"
#include "patcher/manifest/manifest.hpp"

namespace patcher::language {

/// Reads the payload files that one patch file names, and remembers them for its revision.
class Payloads {
 public:
  /// `files` must outlive this.
  Payloads(std::string patch_file, const FileSource& files)
      : patch_file_(std::move(patch_file)), files_(&files) {}

  /// Reads the file at `spelling`, relative to the patch file.
  ///
  /// Errors: as FileSource::read; usage when all payloads together are larger than 256 MiB.
  [[nodiscard]] Result<std::string> read(const std::string& spelling);

  /// All payloads read so far, each with its length before it.
  [[nodiscard]] const std::string& frames() const { return frames_; }
  /// Their names and digests, each name once.
  [[nodiscard]] const std::vector<PayloadFile>& files() const { return read_; }

 private:
  std::string patch_file_;
  const FileSource* files_;
  std::string frames_;
  std::vector<PayloadFile> read_;
};

/// `bytes` with their length before them, so that no two sequences of texts run together alike.
[[nodiscard]] std::string framed(std::string_view bytes);

}  // namespace patcher::language
