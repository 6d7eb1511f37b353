// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "patcher/tree/git_history.hpp"
#include "patcher/tree/git_revision.hpp"

// What the sources of this stage that use libgit2 have in common; no other stage includes it.

namespace patcher {

/// Looks at the same files and globs in one commit after the other. A folder whose id is the one of
/// the commit before is not looked into again.
class Watching {
 public:
  /// `revision`, whose repository has all the commits, must outlive this.
  Watching(const GitRevision& revision, const Watched& watched);

  /// Looks at the files below `root`, a commit's tree. Errors: object_unreadable.
  [[nodiscard]] Status look(const git_oid& root);
  /// What was seen last: of each file, then of each glob. See HistoryPoint.
  [[nodiscard]] const std::vector<std::string>& seen() const { return seen_; }

 private:
  struct Glob {
    std::size_t slot;
    std::string pattern;
    std::string folder;  ///< That holds all that it can catch.
  };
  /// A file or folder on the way to what is watched.
  struct Node {
    std::string last = "never looked at";
    std::vector<std::size_t> files;
    std::vector<Glob> globs;
    std::map<std::string, Node, std::less<>> below;
  };
  /// What is at a node: its mark, and its id where it is a folder.
  struct There {
    std::string mark;
    const git_oid* folder = nullptr;
  };
  /// What a glob caught in one folder, while that has the id.
  struct Caught {
    git_oid folder;
    std::string text;
  };

  [[nodiscard]] Node& node_at(std::string_view path);
  [[nodiscard]] static There there(const git_tree_entry* entry);
  [[nodiscard]] Status visit(Node& node, const There& found);
  [[nodiscard]] Status visit_below(Node& node, const There& found);
  [[nodiscard]] Status block(Node& node, const There& found);
  [[nodiscard]] Status search(const std::vector<Glob>& globs, const git_oid& folder);
  [[nodiscard]] Result<std::string> caught(const Glob& glob, const std::string& folder,
                                           const git_oid& id);
  [[nodiscard]] Result<GitHandle<git_tree>> folder_of(const git_oid& id) const;

  const GitRevision& revision_;
  std::vector<std::string> seen_;
  Node root_;
  std::map<std::string, Caught> caught_;  ///< By glob and folder.
};

}  // namespace patcher
