// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <set>
#include <vector>

#include "patcher/core/result.hpp"
#include "patcher/core/tree_path.hpp"
#include "patcher/plan/splice.hpp"
#include "patcher/tree/tree.hpp"

namespace patcher {

/// What one patch does to one file.
struct FileStep {
  Entry before;
  Entry after;
  Splices splices;  ///< Of `before`'s bytes; empty when the file comes, goes, or keeps its bytes.
};

/// What one patch does to a tree.
struct PatchStep {
  std::map<TreePath, FileStep> files;
  std::vector<TreePath> made_folders;  ///< Folders that were not there, outermost first.
};

/// A tree with changes laid over it in memory. Copies are cheap and share what was read.
class View {
 public:
  /// A view of `tree` as it is; `tree` must outlive it.
  explicit View(const Tree& tree);

  /// What stands at `path` with the changes laid over. Errors: those of Tree::look.
  [[nodiscard]] Result<Entry> look(const TreePath& path) const;
  /// Puts `entry` (a regular file or absent) at `path`, forgetting what was inserted there.
  void put(const TreePath& path, Entry entry);
  /// Lays `step` over the view and remembers what its insertions brought.
  void advance(const PatchStep& step);
  /// Takes a folder that was made for added files as not there.
  void forget_folder(const TreePath& folder) {
    absent_folders_.insert(folder);
    made_folders_.erase(folder);
  }
  /// Folders above `path` that are not there, outermost first.
  [[nodiscard]] Result<std::vector<TreePath>> missing_folders(const TreePath& path) const;
  /// Folders that are there on the disk but not in this view.
  [[nodiscard]] const std::set<TreePath>& absent_folders() const { return absent_folders_; }
  /// Ranges of `path`'s bytes that earlier steps inserted, in no order.
  [[nodiscard]] std::vector<ByteRange> inserted(const TreePath& path) const;
  /// What `glob` catches with the changes laid over. Errors: those of Tree::match.
  [[nodiscard]] Result<std::vector<Match>> match(const std::string& glob) const;
  /// Every path of the tree below that was looked at, by this view or one that it was copied from
  /// or to; what was laid over is not looked for below.
  [[nodiscard]] std::vector<TreePath> looked_at() const;
  /// Every path that was ever laid over.
  [[nodiscard]] std::vector<TreePath> touched() const;
  /// Splices of all steps on `path` since the last `put`, oldest first.
  [[nodiscard]] std::vector<Splices> steps(const TreePath& path) const;

 private:
  struct Overlay {
    Entry entry;
    std::vector<ByteRange> inserted;
    std::vector<Splices> steps;
  };
  const Tree* tree_;
  std::shared_ptr<std::map<TreePath, Entry>> read_;
  std::map<TreePath, Overlay> overlays_;
  std::set<TreePath> absent_folders_;
  std::set<TreePath> made_folders_;  ///< By steps that were laid over, whatever the disk has.
};

/// Folders that the added files of `step` need and that `view`, which it is laid over, does not
/// have: outermost first, each once. Errors: those of Tree::look.
[[nodiscard]] Result<std::vector<TreePath>> folders_made(const PatchStep& step, const View& view);

/// Says whether two entries are the same for people: kind, bytes and permission bits.
[[nodiscard]] bool same_content(const Entry& a, const Entry& b);

/// Says whether `b` has what `a` has wherever something was laid over `a`.
[[nodiscard]] bool agrees(const View& a, const View& b);

/// A regular file of `bytes` and `mode`.
[[nodiscard]] Entry regular_file(std::string bytes, std::uint32_t mode);

}  // namespace patcher
