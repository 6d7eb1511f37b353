// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "patcher/tree/descriptor.hpp"
#include "patcher/tree/file_system.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// A walk from a root down a path, one component at a time, so that no link is ever followed.
class Walk {
 public:
  using Components = std::vector<std::string_view>;

  /// Begins in the open folder `root`, which a larger tree has at `at`. Both must outlive the walk.
  Walk(int root, FileSystem& files, std::string at = {})
      : folder_(root), files_(files), path_(std::move(at)) {}

  /// What stands at the end of `components`.
  [[nodiscard]] Result<Entry> look(const Components& components);
  /// Steps into the folder `name`; gives absent or in_file where there is no such folder.
  [[nodiscard]] Result<EntryKind> enter(const std::string& name);
  /// The folder that the walk is in.
  [[nodiscard]] int folder() const { return folder_; }

 private:
  [[nodiscard]] Result<Entry> look_at(const std::string& name);
  [[nodiscard]] Result<Entry> read(const std::string& name) const;
  [[nodiscard]] Result<EntryKind> missing(int error) const;
  void advance(const std::string& name) { path_ += (path_.empty() ? "" : "/") + name; }

  int folder_;
  FileSystem& files_;
  Descriptor opened_;
  std::string path_;  ///< Of the component that was looked at last, for messages.
};

}  // namespace patcher
