// SPDX-License-Identifier: MIT
#include "patcher/history/drift.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "patcher/history/breakage.hpp"
#include "patcher/history/course.hpp"
#include "patcher/history/patch_group.hpp"

namespace patcher {
namespace {

/// The history of one tree, judged.
class Story {
 public:
  explicit Story(const DriftJob& job)
      : job_(job), groups_(groups_of(job.manifest, job.spec.name)) {}

  [[nodiscard]] Result<DriftReport> told() {
    Status done = read();
    if (!done) return std::move(done).error();
    DriftReport report{tree(), {}};
    for (std::size_t group = 0; group < groups_.groups.size(); ++group) {
      for (std::size_t i = 0; i < groups_.groups[group].manifest.patches.size(); ++i) {
        auto patch = drift(group, i);
        if (!patch) return std::move(patch).error();
        report.patches.push_back(*std::move(patch));
      }
    }
    sort(report.patches);
    return report;
  }

 private:
  Status read() {
    auto repository = GitHistory::open(job_.where);
    if (!repository) return std::move(repository).error();
    repository_ = *std::move(repository);
    auto history = repository_->read(job_.since, groups_.watched);
    if (!history) return std::move(history).error();
    history_ = *std::move(history);
    auto judged = patcher::judged({groups_, job_.spec, job_.where, job_.progress}, history_);
    if (!judged) return std::move(judged).error();
    judged_ = *std::move(judged);
    return {};
  }

  [[nodiscard]] TreeDrift tree() const {
    const std::size_t versions = std::accumulate(
        judged_.versions.begin(), judged_.versions.end(), std::size_t{0},
        [](std::size_t sum, const auto& of_group) { return sum + of_group.size(); });
    return {job_.spec.name,   history_.points.front().commit, history_.last,
            history_.commits, history_.points.size(),         versions,
            history_.start};
  }

  [[nodiscard]] const PatchStates& at(std::size_t group, std::size_t patch,
                                      std::size_t point) const {
    return judged_.versions[group][judged_.version_at[group][point]].patches[patch];
  }

  /// The states of a patch at every point, as `state_of` takes them out.
  template <class StateOf>
  [[nodiscard]] std::vector<State> states(std::size_t group, std::size_t patch,
                                          StateOf state_of) const {
    std::vector<State> all;
    for (std::size_t point = 0; point < history_.points.size(); ++point) {
      all.push_back(state_of(at(group, patch, point)));
    }
    return all;
  }

  [[nodiscard]] Result<PatchDrift> drift(std::size_t group, std::size_t index) const {
    const Patch& patch = groups_.groups[group].manifest.patches[index];
    const auto of_patch =
        states(group, index, [](const PatchStates& states) { return states.patch; });
    PatchDrift result{patch.id, patch.tree, patch.title, course_of(of_patch, history_.points)};
    for (const Edit& edit : patch.edits) {
      const bool is_new = result.edits.empty() || result.edits.back().index != edit.number;
      if (is_new) result.edits.push_back(edit_drift(group, index, edit));
    }
    const auto broken = break_of(of_patch);
    const bool is_whole = fits(of_patch.back());
    if (is_whole) return result;
    const PatchStates& first = at(group, index, broken.value_or(of_patch.size() - 1));
    result.why = first.why;
    result.code = first.code;
    if (!broken) return result;
    const Status explained =
        explain_breakage({*repository_, job_.spec, history_.points[*broken - 1].commit,
                          history_.points[*broken].commit},
                         patch, result);
    if (!explained) return explained.error();
    // The same change in another layout is upstream's cure as well.
    const bool is_brought = result.share && result.share->is_whole;
    if (is_brought) result.course.upstreamed_by = result.course.broken_by;
    return result;
  }

  [[nodiscard]] EditDrift edit_drift(std::size_t group, std::size_t patch, const Edit& edit) const {
    const auto of_edit = states(group, patch, [&](const PatchStates& states) {
      const auto found = states.edits.find(edit.number);
      return found == states.edits.end() ? states.patch : found->second;
    });
    return {edit.number, file_of(edit).str(), course_of(of_edit, history_.points)};
  }

  void sort(std::vector<PatchDrift>& patches) const {
    const auto rank = [&](const PatchDrift& drift) {
      return std::ranges::find(job_.manifest.patches, drift.id, &Patch::id) -
             job_.manifest.patches.begin();
    };
    std::ranges::stable_sort(patches, {}, rank);
  }

  const DriftJob& job_;
  PatchGroups groups_;
  std::unique_ptr<GitHistory> repository_;
  History history_;
  JudgedHistory judged_;
};

}  // namespace

Result<DriftReport> drift_of(const DriftJob& job) { return Story(job).told(); }

}  // namespace patcher
