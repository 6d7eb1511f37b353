// SPDX-License-Identifier: MIT
#include "patcher/cli/lock_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <utility>

#include "patcher/manifest/load.hpp"

namespace patcher {
namespace {

Diagnostic lock_absent(const Manifest& manifest, const std::string& path) {
  Diagnostic diagnostic;
  diagnostic.code = Code::lock_absent;
  diagnostic.message =
      fmt::format("manifest '{}' has no lock: there is no '{}'", manifest.name, path);
  diagnostic.where.file = manifest.file;
  diagnostic.hint = fmt::format("make it with 'patcher lock {}'", manifest.file);
  return diagnostic;
}

/// A lock is nothing that people mend by hand.
std::string with_the_way_out(const std::string& hint, const Manifest& manifest) {
  if (hint.find("'patcher lock'") != std::string::npos) return hint;
  std::string anew = fmt::format("make it anew with 'patcher lock {}'", manifest.file);
  if (hint.empty()) return anew;
  return fmt::format("{}{} {}, or restore it", hint, hint.ends_with('?') ? " Or" : "; or", anew);
}

}  // namespace

Result<std::optional<std::string>> lock_bytes(const Manifest& manifest) {
  const std::string path = lock_path_of(manifest.file);
  std::error_code unknown;  // What cannot be looked at cannot be read either, which says why.
  const auto status = std::filesystem::symlink_status(path, unknown);
  if (status.type() == std::filesystem::file_type::not_found) return std::optional<std::string>();
  if (status.type() == std::filesystem::file_type::symlink) {
    return Diagnostic{.code = Code::unsafe_link,
                      .message = fmt::format("the lock '{}' is a symbolic link", path),
                      .where = {path, 0, 0},
                      .hint = "put the lock itself beside the manifest"};
  }
  auto bytes = DiskSource().read(path, kLockLimit);
  if (!bytes) return std::move(bytes).error();
  return std::optional(*std::move(bytes));
}

Result<Lock> open_lock(const Manifest& manifest) {
  const std::string path = lock_path_of(manifest.file);
  auto bytes = lock_bytes(manifest);
  if (!bytes) return std::move(bytes).error();
  if (!*bytes) return lock_absent(manifest, path);
  Result<Lock> lock = read_lock(path, **bytes);
  if (lock) return lock;
  Diagnostics errors = std::move(lock).error().diagnostics();
  errors.back().hint = with_the_way_out(errors.back().hint, manifest);
  return Failure(std::move(errors));
}

}  // namespace patcher
