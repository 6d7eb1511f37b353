// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "patcher/core/result.hpp"
#include "patcher/manifest/manifest.hpp"

namespace patcher {

/// Where manifests, patch files and payloads are read from: the disk, or a map in tests.
class FileSource {
 public:
  virtual ~FileSource() = default;
  /// Reads the whole file at `path`, at most `limit` bytes.
  ///
  /// Errors: usage when it is not there, is no regular file, or is larger than `limit` (found
  /// without reading it); io_error when it cannot be read.
  [[nodiscard]] virtual Result<std::string> read(const std::string& path,
                                                 std::size_t limit) const = 0;
};

/// Reads files below the process's current folder, or at absolute paths.
class DiskSource final : public FileSource {
 public:
  [[nodiscard]] Result<std::string> read(const std::string& path, std::size_t limit) const override;
};

/// A manifest with what is worth saying about it though it is valid.
struct LoadedManifest {
  Manifest manifest;
  Diagnostics warnings;
};

/// Reads the manifest at `path` with every patch file and payload that it names.
///
/// A patch file is taken as a manifest of one patch: the patch's id is its name, and its one tree
/// has no pin and no location. Errors of all files are collected in one failure. Paths to patches
/// and payloads are relative to the file that names them.
/// Errors: invalid_yaml, invalid_manifest, unknown_key, duplicate_key, not_supported, usage,
/// unsafe_path, io_error, edits_overlap.
[[nodiscard]] Result<LoadedManifest> load_manifest(const std::string& path,
                                                   const FileSource& source);

}  // namespace patcher
