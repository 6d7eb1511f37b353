// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "patcher/core/diagnostic.hpp"
#include "patcher/plan/state.hpp"
#include "patcher/tree/commit_line.hpp"
#include "patcher/tree/git_history.hpp"

namespace patcher {

/// A commit at which a state changed.
struct DriftChange {
  State state = State::pristine;  ///< From here on.
  CommitLine commit;
};

/// What becomes of a patch or an edit over a history.
struct Course {
  State state = State::pristine;     ///< At the end.
  std::vector<DriftChange> changes;  ///< Newest first; the last says how it begins. Never empty.
  /// Where it stopped fitting for the last time; none where it fits at the end, or never did.
  std::optional<CommitLine> broken_by = {};
  /// The first commit from there on that has what it brings.
  std::optional<CommitLine> upstreamed_by = {};
};

/// Lines of one file, to be shown.
struct DriftLines {
  std::string file;
  std::vector<ExcerptLine> lines;
  std::size_t left_out = 0;  ///< That many more would follow.
};

/// An edit over a history.
struct EditDrift {
  std::size_t index = 0;  ///< 0-based, in the patch file's `edits`.
  std::string file;
  Course course;
  DriftLines before = {};  ///< Its place right before it broke; empty where that is not known.
  DriftLines after = {};   ///< What the breaking commit made of that.
};

/// A file of a patch that a commit moved.
struct MovedFile {
  std::string from;
  std::string to;
  std::size_t likeness = 100;  ///< Of the two files' bytes, in per cent.
  CommitLine commit;
};

/// How much of what a patch does its breaking commit did. Blank lines and white space around a line
/// do not count.
struct UpstreamShare {
  std::size_t added = 0;    ///< Lines that the patch brings.
  std::size_t there = 0;    ///< Of those, what the commit brought.
  std::size_t removed = 0;  ///< Lines that it takes away.
  std::size_t gone = 0;     ///< Of those, what the commit took away.
  /// The commit did all of it, in the same words if not in the same layout.
  bool is_whole = false;
};

/// A patch over a history.
struct PatchDrift {
  std::string id;
  std::string tree;
  std::string title;
  Course course;
  /// What was wrong with it first, at the commit that broke it, or at the end where it never fits.
  std::string why = {};
  Code code = Code::internal;               ///< Of that.
  std::optional<UpstreamShare> share = {};  ///< None where it cannot be told.
  std::vector<EditDrift> edits = {};
  std::vector<MovedFile> moved = {};  ///< By the breaking commit.
};

/// The history that a tree's patches were held against.
struct TreeDrift {
  std::string tree;
  CommitLine first;
  CommitLine last;
  std::size_t commits = 0;   ///< From the first to the last, both counted.
  std::size_t points = 0;    ///< Of those, which change what is looked at; the first counts too.
  std::size_t versions = 0;  ///< How often a group of patches was judged anew.
  History::Start start = History::Start::asked;
};

/// All that `drift` finds.
struct DriftFound {
  std::vector<TreeDrift> histories;
  std::vector<PatchDrift> patches;
};

}  // namespace patcher
