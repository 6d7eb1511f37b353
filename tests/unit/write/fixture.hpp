// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "patcher/tree/file_system.hpp"
#include "patcher/write/commit.hpp"
#include "tests/unit/tree/temporary_folder.hpp"
#include "tests/unit/write/faulty_file_system.hpp"

namespace patcher {

/// Everything below a folder: for a file its bytes and all that must not move, for a folder its
/// mode and which one it is. A file's times are in; a folder's change with every name in it.
using Snapshot = std::map<std::string, std::string>;

inline std::string description_of(const TemporaryFolder& folder, const std::string& below) {
  struct stat status{};
  EXPECT_EQ(::lstat((folder / below).c_str(), &status), 0) << below;
  const std::string same =
      fmt::format("{:o} {}:{} #{}", status.st_mode, status.st_uid, status.st_gid, status.st_ino);
  if (!S_ISREG(status.st_mode)) return same;
  return fmt::format("{} x{} @{}.{:09} {}", same, status.st_nlink, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec, folder.read(below));
}

inline Snapshot snapshot_of(const TemporaryFolder& folder) {
  Snapshot all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path())) {
    const std::string below = std::filesystem::relative(entry.path(), folder.path()).string();
    all[below] = description_of(folder, below);
  }
  return all;
}

/// The paths of all files below a folder, one a line.
inline std::string files_in(const TemporaryFolder& folder) {
  std::string paths;
  for (const auto& [path, description] : snapshot_of(folder)) {
    if (!std::filesystem::is_directory(folder / path)) paths += path + "\n";
  }
  return paths;
}

inline mode_t mode_of(const TemporaryFolder& folder, const std::string& below) {
  struct stat status{};
  EXPECT_EQ(::lstat((folder / below).c_str(), &status), 0) << below;
  return status.st_mode & 07777U;
}

/// A root on the disk with what is to be done in it.
class Root {
 public:
  explicit Root(const TemporaryFolder& folder, std::string tree = "t")
      : root_(value_of(Worktree::open(folder.path()))) {
    change_.tree = std::move(tree);
    change_.record = "{}\n";
  }

  /// Adds a change from what stands at `path` now; without bytes, the file is to be removed.
  Root& edit(const std::string& path, const std::optional<std::string>& after,
             std::optional<std::uint32_t> mode = {}) {
    FileChange file{.path = *TreePath::parse(path), .before = {}, .after = {}};
    file.before = value_of(root_->look(file.path));
    if (after) file.after = std::make_shared<const std::string>(*after);
    const std::uint32_t same = file.before.is_file() ? file.before.mode : 0644;
    if (after) file.mode = mode.value_or(same);
    change_.files.push_back(std::move(file));
    return *this;
  }
  Root& remove(const std::string& path) { return edit(path, std::nullopt); }
  Root& empty_folder(const std::string& path) {
    change_.emptied_folders.push_back(*TreePath::parse(path));
    return *this;
  }
  Root& record(std::string text) {
    change_.record = std::move(text);
    return *this;
  }

  [[nodiscard]] const Worktree& worktree() const { return *root_; }
  [[nodiscard]] RootCommit commit() const { return {root_.get(), change_}; }

 private:
  std::unique_ptr<Worktree> root_;
  RootChange change_;
};

/// Writes what is to be done in one root.
inline Result<Diagnostics> write(const Root& root, FileSystem& files = system_file_system()) {
  return commit({root.commit()}, files);
}

/// The reasons' codes and messages, one a line, for a test that must name what it found.
template <class T>
std::string reasons_of(const Result<T>& result) {
  std::string lines;
  if (result) return lines;
  for (const Diagnostic& reason : result.error().diagnostics()) {
    lines += fmt::format("{}: {}\n", name_of(reason.code), reason.message);
  }
  return lines;
}

}  // namespace patcher
