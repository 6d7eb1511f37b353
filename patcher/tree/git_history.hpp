// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/core/tree_path.hpp"
#include "patcher/tree/commit_line.hpp"
#include "patcher/tree/stored_tree.hpp"

namespace patcher {

/// What is looked at in every commit of a history.
struct Watched {
  std::vector<TreePath> files;
  std::vector<std::string> globs;    ///< See glob.hpp.
  std::vector<std::string> commits;  ///< 40 hex digits: whether a commit has them in its history.
};

/// A commit at which something that is watched is not as in its first parent.
struct HistoryPoint {
  CommitLine commit;
  /// One text for each file, then each glob, then each commit that is watched. Where two points
  /// have the same one, that file (bytes, mode and kind), all that the glob catches, or the answer
  /// is the same. Empty where nothing is there.
  std::vector<std::string> seen;
};

/// The first-parent commits that lead to a revision.
struct History {
  /// Why it begins where it does.
  enum class Start {
    asked,   ///< It was asked for.
    root,    ///< No commit was asked for: with the first commit of all.
    fork,    ///< What was asked for is on another line, which left this one there.
    shallow  ///< The repository has no older commits.
  };
  std::vector<HistoryPoint> points;  ///< Oldest first. The first is where it begins, whatever
                                     ///< changed there.
  CommitLine last;                   ///< The revision.
  std::size_t commits = 0;           ///< From the first point's to the last, both counted.
  Start start = Start::asked;
};

/// Where a file went in one commit.
struct MovedTo {
  std::string to;
  std::size_t likeness = 100;  ///< Of the two files' bytes, in per cent.
};

/// A revision of a git repository with the first-parent history that leads to it.
///
/// Reads only what `open_git_tree` reads. One thread at a time may use it; several may each open
/// their own.
class GitHistory {
 public:
  /// Opens `git:REPO@REV`. Errors: those of open_git_tree.
  [[nodiscard]] static Result<std::unique_ptr<GitHistory>> open(const std::string& where);
  GitHistory(const GitHistory&) = delete;
  GitHistory& operator=(const GitHistory&) = delete;
  ~GitHistory();

  /// The history from the commit that `since` names (any revision; empty for the first of all) up
  /// to the revision. A commit that is not on that line stands for the newest one of the line that
  /// it has in its own history. Folders are looked into only where their ids changed.
  ///
  /// Errors: tree_not_found for a `since` that is not there, unless older commits are missing
  /// (shallow) and it is spelled as 40 hex digits; history_unknown where it has no commit of the
  /// line, or where it cannot be told of a watched commit; object_unreadable.
  [[nodiscard]] Result<History> read(const std::string& since, const Watched& watched) const;
  /// The files at `commit`, 40 hex digits. Errors: those of open_git_tree. It may outlive this.
  [[nodiscard]] Result<std::unique_ptr<StoredTree>> tree_at(const std::string& commit) const;
  /// Where `commit`, against its first parent, moved the file that stood at `path`: the file that
  /// it adds with the same bytes, or the most similar one, half of it at least. Nothing where it is
  /// gone. Errors: object_unreadable.
  ///
  /// Source: git-diff(1), --find-renames.
  [[nodiscard]] Result<std::optional<MovedTo>> renamed(const std::string& commit,
                                                       const std::string& path) const;

 private:
  struct Opened;
  explicit GitHistory(std::unique_ptr<Opened> opened);

  std::unique_ptr<Opened> opened_;
};

}  // namespace patcher
