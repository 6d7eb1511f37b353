// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "patcher/cli/options.hpp"
#include "patcher/cli/roots.hpp"
#include "patcher/core/result.hpp"
#include "patcher/manifest/load.hpp"
#include "patcher/manifest/lock.hpp"
#include "patcher/plan/assessment.hpp"
#include "patcher/plan/outcome.hpp"
#include "patcher/write/tree_lock.hpp"

namespace patcher {

/// A tree of the run, read and judged.
struct SessionTree {
  OpenRoot root;
  Record record;
  FileIdentity record_identity;        ///< Of the record's file when it was read; zero without one.
  std::unique_ptr<SourceCache> cache;  ///< Of the tree's texts, by what its spec settles.
  std::unique_ptr<Assessment> assessment;
};

/// A manifest with the trees that a run is about. Not movable: its parts refer to each other.
class Session {
 public:
  /// How the trees are held while the session lives.
  enum class Hold {
    read,  ///< Not at all.
    write  ///< Locked before anything is read.
  };

  /// Loads the manifest, or makes one of the records where none is named, and the lock where it is
  /// demanded, opens (and locks) the roots, reads the records and judges every patch. `outcome`
  /// gets the manifest's name, the warnings, and the trees as far as they are known. Errors of the
  /// lock and of the roots are told together.
  [[nodiscard]] static Result<std::unique_ptr<Session>> open(const Options& options, Hold hold,
                                                             FileSystem& files, Outcome& outcome);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] const Manifest& manifest() const { return manifest_; }
  [[nodiscard]] const std::vector<SessionTree>& trees() const { return trees_; }
  /// Refuses (interrupted, tree_locked) when another run wrote in a tree since it was read.
  [[nodiscard]] Status check_steady() const;
  /// What the trees are read and written through.
  [[nodiscard]] FileSystem& files() const { return files_; }
  /// The manifest's lock where the run demands it, else null. It may be stale.
  [[nodiscard]] const Lock* lock() const { return lock_ ? &*lock_ : nullptr; }

 private:
  Session(Manifest manifest, Upgrade upgrade, FileSystem& files)
      : manifest_(std::move(manifest)), upgrade_(upgrade), files_(files) {}
  [[nodiscard]] Status read_trees(std::vector<OpenRoot> roots, Outcome& outcome);
  [[nodiscard]] Diagnostics judge_trees();
  [[nodiscard]] Diagnostics take_lock();
  [[nodiscard]] Result<OpenRoots> open(const Options& options);

  Manifest manifest_;
  Upgrade upgrade_;
  FileSystem& files_;
  std::optional<Lock> lock_;
  std::vector<TreeLocks> locks_;  ///< None or one.
  std::vector<SessionTree> trees_;
};

/// An outcome of `options`' command with nothing in it yet.
[[nodiscard]] Outcome begun(const Options& options);

/// Loads the manifest of `options`; the name and the warnings go to `outcome`.
[[nodiscard]] Result<Manifest> load(const Options& options, Outcome& outcome);

}  // namespace patcher
