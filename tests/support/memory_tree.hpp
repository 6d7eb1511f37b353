// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "patcher/core/glob.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// A tree in memory: paths, their bytes, and their modes where they are not 0644.
///
/// Its folders are those that its files need and those that were left empty. Two are equal when
/// paths, bytes, modes and empty folders are.
class MemoryTree final : public Tree {
 public:
  using Files = std::map<std::string, std::string>;

  MemoryTree() = default;
  MemoryTree(std::initializer_list<Files::value_type> files) : files_(files) {}
  explicit MemoryTree(Files files) : files_(std::move(files)) {}

  [[nodiscard]] Result<Entry> look(const TreePath& path) const override {
    const auto file = files_.find(path.str());
    if (file != files_.end()) return file_entry(*file);
    if (has_folder(path.str())) return Entry{.kind = EntryKind::folder};
    for (auto folder = path.parent(); folder; folder = folder->parent()) {
      if (files_.contains(folder->str())) return Entry{.kind = EntryKind::in_file};
    }
    return Entry{};
  }

  [[nodiscard]] Result<std::vector<Match>> match(const std::string& glob) const override {
    std::vector<Match> caught;
    for (const auto& [path, bytes] : files_) {
      const auto safe = TreePath::parse(path);
      if (safe && catches(glob, path)) caught.push_back({*safe, {}});
    }
    return caught;
  }

  /// Adds or replaces a file; `mode` is its permission bits.
  void write(const std::string& path, std::string bytes, std::uint32_t mode = kMode) {
    files_[path] = std::move(bytes);
    modes_.erase(path);
    if (mode != kMode) modes_[path] = mode;
  }
  void remove(const std::string& path) {
    files_.erase(path);
    modes_.erase(path);
  }

  /// Removes a file as a disk does: the folders above it stay.
  void unlink(const std::string& path) {
    remove(path);
    for (auto folder = TreePath::parse(path)->parent(); folder; folder = folder->parent()) {
      folders_.insert(folder->str());
    }
  }
  /// Removes a folder if nothing is in it.
  void remove_folder(const std::string& path) {
    const auto inner = folders_.lower_bound(path + "/");
    const bool holds_folder = inner != folders_.end() && inner->starts_with(path + "/");
    if (!holds_folder && !holds_file(path)) folders_.erase(path);
  }
  /// Folders that hold no file, not even further down.
  [[nodiscard]] std::set<std::string> empty_folders() const {
    std::set<std::string> empty = folders_;
    std::erase_if(empty, [&](const std::string& path) { return holds_file(path); });
    return empty;
  }

  [[nodiscard]] const Files& files() const { return files_; }
  [[nodiscard]] std::uint32_t mode_of(const std::string& path) const {
    const auto mode = modes_.find(path);
    return mode == modes_.end() ? kMode : mode->second;
  }

  friend bool operator==(const MemoryTree& a, const MemoryTree& b) {
    return a.files_ == b.files_ && a.modes_ == b.modes_ && a.empty_folders() == b.empty_folders();
  }

 private:
  static constexpr std::uint32_t kMode = 0644;

  [[nodiscard]] Entry file_entry(const Files::value_type& file) const {
    return {.kind = EntryKind::regular,
            .bytes = std::make_shared<const std::string>(file.second),
            .mode = mode_of(file.first),
            .identity = {.device = 0, .inode = 0, .links = 0}};
  }
  [[nodiscard]] bool has_folder(const std::string& path) const {
    return folders_.contains(path) || holds_file(path);
  }
  [[nodiscard]] bool holds_file(const std::string& path) const {
    const auto first = files_.lower_bound(path + "/");
    return first != files_.end() && first->first.starts_with(path + "/");
  }

  Files files_;
  std::set<std::string> folders_;  ///< That were left behind; they may hold files again.
  std::map<std::string, std::uint32_t> modes_;
};

}  // namespace patcher
