// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "patcher/tree/file_system.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// Goes through the folders below a root for what one glob catches, by the rules of Tree::match.
class GlobSearch {
 public:
  /// `root` is an open folder that a larger tree has at `at`, and so the glob and what it catches
  /// are paths of that tree; `root` and `files` must outlive this.
  GlobSearch(int root, FileSystem& files, std::string glob, std::string at = {})
      : root_(root), files_(files), glob_(std::move(glob)), at_(std::move(at)) {}

  [[nodiscard]] Result<std::vector<Match>> run();

 private:
  [[nodiscard]] std::optional<std::string> start() const;
  [[nodiscard]] Status search(const std::string& path);
  [[nodiscard]] Status list(int folder, const std::string& path);
  [[nodiscard]] Status take(int folder, const std::string& path, const std::string& name);
  [[nodiscard]] Status add(int folder, const std::string& name, Match match);

  int root_;
  FileSystem& files_;
  std::string glob_;
  std::string at_;
  std::vector<std::string>
      waiting_;            ///< Below the root: folders that are still to be gone through.
  std::size_t names_ = 0;  ///< Seen so far.
  std::vector<Match> caught_;
};

}  // namespace patcher
