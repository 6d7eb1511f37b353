// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/core/blob_id.hpp"
#include "patcher/core/result.hpp"
#include "patcher/core/tree_path.hpp"

namespace patcher {

/// What stands at a path.
enum class EntryKind {
  absent,   ///< Nothing; a folder on the way may be missing too.
  in_file,  ///< Nothing, and it cannot be: a file of any kind stands where a folder is needed.
  regular,  ///< A regular file.
  folder,   ///< A directory.
  other     ///< A device, FIFO or socket.
};

/// A file's bytes, shared so that a view over a tree copies nothing.
using Bytes = std::shared_ptr<const std::string>;

/// Which file on the disk was read, to prove before a write that it is still that one.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t links = 1;  ///< Hard links to it.

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// What a tree has at one path.
struct Entry {
  EntryKind kind = EntryKind::absent;
  Bytes bytes = {};            ///< For a regular file only.
  std::uint32_t mode = 0;      ///< Permission bits (07777), for a regular file only.
  FileIdentity identity = {};  ///< All zero where the tree is not a directory on the disk.

  [[nodiscard]] bool is_file() const { return kind == EntryKind::regular; }
};

/// A regular file or a symbolic link that a glob caught.
struct Match {
  TreePath path;
  std::optional<std::string> leads_to;  ///< Of a link: what is spelled in it. It is not followed.

  friend bool operator==(const Match&, const Match&) = default;
};

/// A read-only set of files: a folder, a git revision, or a map in tests.
class Tree {
 public:
  virtual ~Tree() = default;
  /// Reads what stands at `path`, without following any link and without blocking on a FIFO.
  ///
  /// Errors: unsafe_link when a symbolic link stands at `path` or on the way to it; io_error
  /// when the disk or a permission refuses.
  [[nodiscard]] virtual Result<Entry> look(const TreePath& path) const = 0;
  /// The files and links that `glob` catches (see glob.hpp), ascending by path. What git or this
  /// tool keeps for itself (`.git`, `.patcher`) is left out, and no link is followed.
  ///
  /// Errors: unsafe_link when a link stands on the way to the glob's own folder; usage for a glob
  /// that would go through more than a million names or catch more than 20 000; io_error.
  [[nodiscard]] virtual Result<std::vector<Match>> match(const std::string& glob) const = 0;
};

/// The id that git gives to `bytes` as a blob, with no filter applied.
[[nodiscard]] BlobId blob_id_of(std::string_view bytes);
/// The same for a file's shared bytes. Large ones are hashed once for as long as they are held.
[[nodiscard]] BlobId blob_id_of(const Bytes& bytes);

}  // namespace patcher
