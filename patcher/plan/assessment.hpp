// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <vector>

#include "patcher/core/diagnostic.hpp"
#include "patcher/locate/source_text.hpp"
#include "patcher/manifest/manifest.hpp"
#include "patcher/plan/exclusion.hpp"
#include "patcher/plan/outcome.hpp"
#include "patcher/plan/sequence.hpp"
#include "patcher/plan/stack.hpp"

namespace patcher {

/// Whether recorded patches that the manifest no longer has are to stand.
enum class Orphans { stay, go };

/// Whose work the result of a patch is that stands in a tree without a record.
enum class WorkOf {
  somebody,  ///< Who edited the folder.
  upstream   ///< Nobody edits a commit.
};

/// What is to stand in a tree besides what is applied already.
struct Wish {
  std::set<const Patch*> patches = {};  ///< Applied anew, or instead of what the record has.
  Orphans orphans = Orphans::stay;
};

/// One tree of a run: what is asked of it and what is there.
struct TreeJob {
  const Manifest& manifest;
  std::string tree;  ///< A tree of the manifest.
  const Tree& source;
  const Record& record;
  SourceCache& cache;
  Upgrade upgrade = Upgrade::no;
  Exclusions excluded = {};  ///< By the tree's history; what its bytes say comes on top.
  WorkOf results = WorkOf::somebody;
};

/// The state of one patch with everything that led to it.
struct Verdict {
  const Patch* patch = nullptr;  ///< Null for a recorded patch that the manifest no longer has.
  PatchOutcome outcome;
  Diagnostics why;  ///< Errors that keep it from being applied, and notes.
};

/// The states of all patches of one manifest on one tree, with what planning needs.
///
/// Refers to the job's manifest, tree and cache, which must outlive it.
class Assessment {
 public:
  /// Peels the recorded stack in memory, top first, and replans forward, by design 3.
  explicit Assessment(const TreeJob& job);
  Assessment(const Assessment&) = delete;
  Assessment& operator=(const Assessment&) = delete;

  [[nodiscard]] const TreeJob& job() const { return job_; }
  /// In the manifest's order, then patches that only the record has.
  [[nodiscard]] const std::vector<Verdict>& verdicts() const { return verdicts_; }
  /// The verdict on a patch of the manifest, or on one that only the record has; null for others.
  [[nodiscard]] const Verdict* verdict_of(const std::string& id) const;
  [[nodiscard]] const Diagnostics& notes() const { return notes_; }
  [[nodiscard]] const PeeledStack& stack() const { return stack_; }
  /// What stands in the tree, replayed from `bare()`.
  [[nodiscard]] const Sequence& found() const { return found_; }
  /// The bytes below every patch, recorded or not.
  [[nodiscard]] const View& bare() const { return bare_; }
  /// The items to lay over `stack().base` for a tree that has what `wish` asks for and what else is
  /// applied.
  ///
  /// The manifest's order where the stack is all its own; otherwise what is applied keeps its
  /// place, as does what replaces it, and the rest comes on top.
  [[nodiscard]] std::vector<StackItem> items(const Wish& wish) const;
  /// The layer of a patch of this manifest, or null.
  [[nodiscard]] const Layer* layer_of(const std::string& id) const;
  /// Whether `recorded` is of this manifest, which no longer has the patch, or not for this base.
  [[nodiscard]] bool is_orphan(const RecordedPatch& recorded) const;
  /// Whether `recorded` is of this manifest, whether it still has the patch or not.
  [[nodiscard]] bool is_own(const RecordedPatch& recorded) const;

 private:
  [[nodiscard]] State as_standing(State state) const;
  [[nodiscard]] Diagnostic standing_error(const Patch& patch) const;
  void exclude_by_bytes();
  void exclude_by_bytes(const Patch& patch);
  void find_moved_on();
  void take_off_unrecorded();
  [[nodiscard]] bool take_off_interleaved(std::set<const Patch*>& taken);
  void replay_found();
  void judge(const Patch& patch);
  void judge_excluded(const Patch& patch, const Exclusion& exclusion);
  void add_conflicts(const PatchFinding& finding, Verdict& verdict) const;
  void judge_orphans();
  [[nodiscard]] Verdict verdict_of_outdated(const Patch& patch) const;
  [[nodiscard]] Verdict verdict_of_layer(const Patch& patch, const Layer& layer) const;
  [[nodiscard]] Verdict verdict_of_new(const Patch& patch) const;
  [[nodiscard]] Verdict verdict_of_standing(const Patch& patch, const Placed& standing) const;
  [[nodiscard]] Verdict verdict_of_orphan(const RecordedPatch& recorded) const;
  [[nodiscard]] Verdict verdict_of_planned(const Patch& patch) const;
  [[nodiscard]] bool stands_out_of_order(const Layer& layer) const;
  [[nodiscard]] std::vector<StackItem> own_items(const Wish& wish) const;
  /// What the record says of a patch of this manifest whose bytes moved, or null.
  [[nodiscard]] const RecordedPatch* modified_as(const std::string& id) const;
  /// Whether the record has a patch of this manifest, its bytes moved or not.
  [[nodiscard]] bool is_recorded(const std::string& id) const;
  [[nodiscard]] bool may_be_another_base(const Patch& patch) const;
  [[nodiscard]] bool is_unrecorded(const Patch& patch) const;
  [[nodiscard]] std::vector<const Patch*> patches() const;
  /// Why the manifest's patch that `recorded` is of is not for this base, if it is not.
  [[nodiscard]] Exclusions::const_iterator exclusion_of(const RecordedPatch& recorded) const;

  TreeJob job_;
  PeeledStack stack_;
  View bare_;
  /// Recorded at this very revision, but planned on the same bytes they do something else now.
  std::set<const Patch*> moved_on_;
  std::vector<const Patch*> unrecorded_;  ///< Whose results stand in the base, in manifest order.
  Sequence found_;                        ///< What stands in the tree, replayed from `bare_`.
  Sequence planned_;                      ///< The whole set, from `stack_.base`.
  std::vector<Verdict> verdicts_;
  Diagnostics notes_;
};

}  // namespace patcher
