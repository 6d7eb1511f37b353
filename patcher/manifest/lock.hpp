// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/blob_id.hpp"
#include "patcher/core/diagnostic.hpp"
#include "patcher/core/result.hpp"
#include "patcher/core/tree_path.hpp"
#include "patcher/manifest/manifest.hpp"

namespace patcher {

/// What stands at a path, told apart as git tells files apart: of the permission bits only whether
/// the owner may execute the file, because the rest is the checkout's umask.
struct GitEntry {
  enum class Kind {
    absent,
    other,  ///< A folder, device, FIFO or socket.
    file,
    executable,
    link
  };
  Kind kind = Kind::absent;
  BlobId blob = {};  ///< Of a file's raw bytes or a link's text; else empty.

  friend bool operator==(const GitEntry&, const GitEntry&) = default;
};

/// `100644 <blob>`, `100755 <blob>`, `120000 <blob>` (a link), `absent` or `other`.
[[nodiscard]] std::string spelled(const GitEntry& entry);
/// The entry of which `spelling` is the spelling, or nothing.
[[nodiscard]] std::optional<GitEntry> git_entry_spelled(std::string_view spelling);

/// A file that some patch of the set reads or writes.
struct LockedFile {
  /// What the file is after one patch.
  struct Step {
    std::string patch;
    GitEntry after;
  };
  GitEntry base;            ///< Below every patch.
  std::vector<Step> chain;  ///< In the manifest's order; empty for a file that is only read.
  Place where = {};         ///< Of the entry in the lock.
};

/// What a glob of the manifest catches in the base.
struct LockedGlob {
  std::map<TreePath, GitEntry> files;
  Place where = {};
};

struct LockedTree {
  std::string name;
  std::string commit;  ///< The manifest's pin; empty for a patch file used as a manifest.
  std::map<TreePath, LockedFile> files = {};
  std::map<std::string, LockedGlob> globs = {};
  Place where = {};
};

struct LockedPatch {
  std::string id;
  std::string tree;
  std::string sha256;  ///< Of the patch file alone, as `Patch::sha256`.
  std::string revision;
  std::vector<PayloadFile> payloads = {};
  Place where = {};
};

/// What a manifest, its patches and its trees were when `patcher lock` looked at them.
struct Lock {
  std::string manifest;  ///< The manifest's name.
  std::string sha256;    ///< As `Manifest::sha256`.
  std::vector<LockedPatch> patches = {};
  std::vector<LockedTree> trees = {};
  Place where = {};  ///< Of the manifest's entry; its `file` is the lock's path.

  [[nodiscard]] const LockedTree* tree(std::string_view name) const;
  [[nodiscard]] const LockedPatch* patch(std::string_view id) const;
};

/// The most that a lock may hold, in bytes.
inline constexpr std::size_t kLockLimit = std::size_t{8} << 20U;

/// Where the lock of the manifest or patch file at `path` is: `dir/<stem>.lock.yaml`.
[[nodiscard]] std::string lock_path_of(const std::string& path);

/// Reads the lock in `bytes`, which stand at `path`.
///
/// Errors, each with its place: invalid_yaml, unknown_key, duplicate_key, unsafe_path;
/// lock_invalid for everything else that no lock written by this program holds.
[[nodiscard]] Result<Lock> read_lock(const std::string& path, std::string_view bytes);

/// The text of `lock`: YAML that `read_lock` reads back. Equal locks have equal texts.
[[nodiscard]] std::string text_of(const Lock& lock);

}  // namespace patcher
