// SPDX-License-Identifier: MIT
#include "patcher/plan/adoption.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "patcher/plan/finding.hpp"
#include "patcher/plan/shape.hpp"
#include "patcher/plan/target.hpp"

namespace patcher {
namespace {

/// Unrecorded patches that stand in the tree, in manifest order.
struct Standing {
  std::vector<const Patch*> chosen;  ///< To be adopted.
  std::vector<const Patch*> others;
};

Standing standing_in(const Assessment& assessment, const Selection& selection) {
  Standing standing;
  for (const Placed& placed : assessment.found().items) {
    const Patch* patch = placed.item.patch;
    if (patch == nullptr || placed.item.layer != nullptr) continue;
    const Verdict* verdict = assessment.verdict_of(patch->id);
    const bool chosen = verdict != nullptr && verdict->outcome.state == State::unrecorded &&
                        is_selected(selection, patch->id) && !unknown_before(*patch);
    (chosen ? standing.chosen : standing.others).push_back(patch);
  }
  return standing;
}

std::vector<std::string> ids_of(const std::vector<const Patch*>& patches) {
  std::vector<std::string> ids;
  for (const Patch* patch : patches) ids.push_back(patch->id);
  return ids;
}

std::set<TreePath> files_of(const std::vector<RecordedPatch>& patches) {
  std::set<TreePath> paths;
  for (const RecordedPatch& patch : patches) {
    for (const RecordedFile& file : patch.files) paths.insert(file.path);
  }
  return paths;
}

bool has_any_of(const RecordedPatch& patch, const std::set<TreePath>& files) {
  return std::any_of(patch.files.begin(), patch.files.end(),
                     [&](const RecordedFile& file) { return files.contains(file.path); });
}

/// The record's stack without entries whose files are back at their base where adopted patches
/// wrote over them since: those say nothing any more.
std::vector<RecordedPatch> live_stack(const Assessment& assessment,
                                      const std::vector<RecordedPatch>& adopted) {
  const auto& gone = assessment.stack().gone;
  const std::set<TreePath> written = files_of(adopted);
  std::vector<RecordedPatch> stack = assessment.job().record.stack;
  std::erase_if(stack, [&](const RecordedPatch& entry) {
    const bool is_gone = std::any_of(gone.begin(), gone.end(), [&](const RecordedPatch& g) {
      return is_same_entry(g, entry) && g.revision == entry.revision;
    });
    return is_gone && has_any_of(entry, written);
  });
  return stack;
}

/// Whether all of `adopted`, and at least as much else as before, comes off by `stack`.
bool comes_off(const std::vector<RecordedPatch>& stack, const std::vector<RecordedPatch>& adopted,
               const Assessment& assessment) {
  const PeeledStack peeled = peel({stack, {}}, assessment.job().source);
  const auto has_layer = [&](const RecordedPatch& entry) {
    return std::any_of(peeled.layers.begin(), peeled.layers.end(), [&](const Layer& layer) {
      return is_same_entry(layer.recorded, entry) && layer.recorded.revision == entry.revision;
    });
  };
  return std::all_of(adopted.begin(), adopted.end(), has_layer) &&
         peeled.layers.size() >= adopted.size() + assessment.stack().layers.size();
}

/// The stack with `adopted` in it, or nothing when it comes off neither from below nor from on top.
std::optional<std::vector<RecordedPatch>> joined(const Assessment& assessment,
                                                 const std::vector<RecordedPatch>& adopted) {
  const std::vector<RecordedPatch> old = live_stack(assessment, adopted);
  std::vector<RecordedPatch> below = adopted;
  below.insert(below.end(), old.begin(), old.end());
  if (comes_off(below, adopted, assessment)) return below;
  std::vector<RecordedPatch> above = old;
  above.insert(above.end(), adopted.begin(), adopted.end());
  if (comes_off(above, adopted, assessment)) return above;
  return std::nullopt;
}

/// The entries for the chosen patches, laid over all other unrecorded ones; none when they do not
/// make the bytes as found that way.
std::vector<RecordedPatch> entries_for(const Assessment& assessment, const Standing& standing) {
  std::vector<StackItem> items;
  for (const Patch* patch : standing.others) items.push_back({patch, nullptr});
  for (const Patch* patch : standing.chosen) items.push_back({patch, nullptr});
  const Sequence laid = lay(items, assessment.bare(), assessment.job().cache);
  std::vector<RecordedPatch> entries;
  for (std::size_t i = 0; i < laid.items.size(); ++i) {
    const Placed& placed = laid.items[i];
    if (!placed.step) return {};
    if (i < standing.others.size()) continue;
    entries.push_back(
        recorded_as(*placed.item.patch, assessment.job().manifest.name, *placed.step));
    entries.back().adopted = true;
  }
  return agrees(laid.end, assessment.stack().base) ? entries : std::vector<RecordedPatch>{};
}

/// States as they were found; what a plan on the adopted record says of blocked patches stays.
void restore_states(const Assessment& found, TreePlan& plan) {
  for (PatchOutcome& outcome : plan.patches) {
    const Verdict* verdict = found.verdict_of(outcome.id);
    if (verdict != nullptr && outcome.state != State::blocked) outcome = verdict->outcome;
  }
}

/// The plan without adoption, and why there is none. A patch that is refused here is not also told
/// to be adopted.
TreePlan refused(const Assessment& assessment, const Selection& selection, Diagnostics refusals) {
  TreePlan plan = plan_apply(assessment, selection);
  std::erase_if(plan.refusals, [&](const Diagnostic& diagnostic) {
    return diagnostic.code == Code::unrecorded &&
           std::any_of(refusals.begin(), refusals.end(),
                       [&](const Diagnostic& r) { return r.patch == diagnostic.patch; });
  });
  append(refusals, std::move(plan.refusals));
  plan.refusals = std::move(refusals);
  return plan;
}

}  // namespace

std::optional<std::string> unknown_before(const Patch& patch) {
  for (const Edit& edit : patch.edits) {
    const std::string& file = file_of(edit).str();
    if (std::holds_alternative<RemoveFile>(edit.what)) {
      return fmt::format("the mode that '{}' had before it was removed", file);
    }
    const auto* text = std::get_if<TextEdit>(&edit.what);
    if (text != nullptr && !is_undone_by_bytes(*text)) {
      return fmt::format("what edit {} replaced in '{}'", edit.number, file);
    }
    const auto* mode = std::get_if<ModeOf>(&edit.what);
    if (mode != nullptr && !mode->was) {
      return fmt::format("the mode that '{}' had before ('was:' would tell)", file);
    }
  }
  return std::nullopt;
}

Adoption adoption_of(const Assessment& assessment, const Selection& selection) {
  Adoption adoption{assessment.job().record, {}, {}};
  const Standing standing = standing_in(assessment, selection);
  if (standing.chosen.empty()) return adoption;
  const std::vector<RecordedPatch> entries = entries_for(assessment, standing);
  if (entries.empty()) {
    const auto others = fmt::format("'{}'", fmt::join(ids_of(standing.others), "', '"));
    for (const Patch* patch : standing.chosen) {
      adoption.refusals.push_back(
          about(*patch, Code::unrecorded,
                fmt::format("'{}' cannot be recorded without {}", patch->id, others),
                fmt::format("adopt {} as well, or restore the files from the base", others)));
    }
    return adoption;
  }
  auto stack = joined(assessment, entries);
  if (!stack) {
    for (const Patch* patch : standing.chosen) {
      adoption.refusals.push_back(about(
          *patch, Code::unrecorded, "its result lies neither below nor on top of what is recorded",
          "restore the files from the base, then apply"));
    }
    return adoption;
  }
  adoption.record.stack = *std::move(stack);
  for (const Patch* patch : standing.chosen) adoption.adopted.push_back({patch->tree, patch->id});
  return adoption;
}

TreePlan plan_adopting(const Assessment& assessment, const Selection& selection) {
  Adoption adoption = adoption_of(assessment, selection);
  if (!adoption.refusals.empty()) {
    return refused(assessment, selection, std::move(adoption.refusals));
  }
  if (adoption.adopted.empty()) return plan_apply(assessment, selection);
  const TreeJob& job = assessment.job();
  const Assessment recorded(
      {job.manifest, job.tree, job.source, adoption.record, job.cache, job.upgrade});
  TreePlan plan = plan_apply(recorded, selection);
  plan.record_before = text_of(job.record);
  restore_states(assessment, plan);
  if (!has_error(plan.refusals)) plan.settled.adopted = std::move(adoption.adopted);
  return plan;
}

}  // namespace patcher
