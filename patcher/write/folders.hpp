// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/tree/file_system.hpp"
#include "patcher/tree/worktree.hpp"

namespace patcher {

/// A folder of a root, opened once for a whole run, or one that is yet to be made.
struct Folder {
  const Worktree* root = nullptr;
  std::string tree;          ///< Whose root it is in, for messages.
  Folder* parent = nullptr;  ///< Null for the root itself.
  std::string name;
  std::string path;       ///< Below the root; empty for the root itself.
  int descriptor = -1;    ///< Negative while there is no such folder.
  bool unsynced = false;  ///< Names in it changed since it was last synced.

  [[nodiscard]] bool exists() const { return descriptor >= 0; }
  /// The path below the root of `file` in it.
  [[nodiscard]] std::string path_of(std::string_view file) const;
  /// The path of `file` in it, or its own, as shown to people: in the tree, but a tree's root as it
  /// was given.
  [[nodiscard]] std::string shown(std::string_view file = {}) const;
  /// The io_error for `file` in it; an empty `file` means the folder itself.
  [[nodiscard]] Diagnostic refusal(const std::string& doing, std::string_view file,
                                   int error) const;
  /// The unsafe_link error for the link `file` in it.
  [[nodiscard]] Diagnostic link_refusal(const std::string& file) const;
};

/// The folders that a run works in, walked to without following a link, and those that it makes.
///
/// The `Folder`s live as long as this object, which closes them.
class Folders {
 public:
  explicit Folders(FileSystem& files) : files_(files) {}
  Folders(const Folders&) = delete;
  Folders& operator=(const Folders&) = delete;
  ~Folders();

  /// What the folders are walked through.
  [[nodiscard]] FileSystem& files() const { return files_; }
  /// The root itself.
  [[nodiscard]] Folder& root(const Worktree& root, const std::string& tree);
  /// The folder `name` in `parent`, whether it exists or not.
  ///
  /// Errors: unsafe_link, path_in_the_way when it is no folder; io_error.
  [[nodiscard]] Result<Folder*> child(Folder& parent, const std::string& name);
  /// Makes `folder`, and first those on the way, where they are missing.
  ///
  /// The mode is 0777 less the umask, but 0755 for the folder of the record.
  [[nodiscard]] Status make(Folder& folder);
  /// Takes an existing folder for one that this run made, as the run that it recovers did.
  void count_as_made(Folder& folder) { made_.push_back(&folder); }
  /// Removes `folder` unless something is in it; gives a reason when it fails otherwise.
  [[nodiscard]] Diagnostics remove_if_empty(Folder& folder);
  /// As `remove_if_empty`, but asks nothing of the folder above while something is in `folder`.
  [[nodiscard]] Diagnostics remove_if_bare(Folder& folder);
  /// Removes every folder that was made, last first, but not those of records or those in which
  /// somebody put something; gives the reasons for others that stay.
  [[nodiscard]] Diagnostics remove_made();
  /// Proves that every open folder is what stands at its path, up to the root: a run must not write
  /// into one that was moved away. Errors: content_differs; io_error.
  [[nodiscard]] Diagnostics prove();
  /// Writes to the disk which names are in each unsynced folder; gives the reasons for failures.
  [[nodiscard]] Diagnostics sync();

 private:
  [[nodiscard]] Folder& remembered(const void* parent, Folder folder);
  [[nodiscard]] Status open(Folder& folder);
  [[nodiscard]] int remove(Folder& folder);
  [[nodiscard]] int stat_by_path(const Folder& folder, struct stat& status);

  FileSystem& files_;
  std::deque<Folder> folders_;  ///< In the order in which they were first asked for.
  std::map<std::pair<const void*, std::string>, Folder*> known_;  ///< By parent or root, and name.
  std::vector<Folder*> made_;
};

/// The folder that holds the record and what belongs to it, at the top of a root.
inline constexpr std::string_view kOwnFolder = ".patcher";

/// The root that `folder` is in.
[[nodiscard]] const Folder& top_of(const Folder& folder);

}  // namespace patcher
