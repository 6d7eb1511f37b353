// SPDX-License-Identifier: MIT
#include "patcher/plan/tree_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "patcher/plan/rebuild_trigger.hpp"

namespace patcher {
namespace {

bool is_selected(const Selection& selection, const std::string& id) {
  return selection.empty() || selection.contains(id);
}

Diagnostic refusal(const PatchOutcome& outcome, Code code, std::string message, std::string hint) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.patch = outcome.id;
  diagnostic.tree = outcome.tree;
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

TreePlan begun(const Assessment& assessment) {
  TreePlan plan;
  plan.pending = assessment.job().record.pending;
  plan.change.tree = assessment.job().tree;
  plan.record_before = text_of(assessment.job().record);
  plan.change.record = plan.record_before;
  for (const Verdict& verdict : assessment.verdicts()) plan.patches.push_back(verdict.outcome);
  return plan;
}

RecordedPatch recorded(const Assessment& assessment, const Placed& placed) {
  RecordedPatch entry;
  if (placed.item.layer != nullptr) {
    entry = placed.item.layer->recorded;
  } else {
    const Patch& patch = *placed.item.patch;
    entry = {
        assessment.job().manifest.name, patch.id, patch.tree, patch.title, patch.revision, {}, {}};
  }
  entry.files = recorded_files(*placed.step);
  entry.made_folders = placed.step->made_folders;
  return entry;
}

bool is_same_entry(const RecordedPatch& a, const RecordedPatch& b) {
  return a.manifest == b.manifest && a.tree == b.tree && a.patch == b.patch;
}

/// The record of `target`. Entries whose bytes moved keep their place: they are not ours to forget.
Record record_of(const Assessment& assessment, const Sequence& target) {
  Record record;
  for (const Placed& placed : target.items) {
    if (placed.step) record.stack.push_back(recorded(assessment, placed));
  }
  const auto& modified = assessment.stack().modified;
  const auto& old = assessment.job().record.stack;
  for (const RecordedPatch& entry : modified) {
    const auto at = std::find_if(old.begin(), old.end(),
                                 [&](const RecordedPatch& r) { return is_same_entry(r, entry); });
    const auto index = static_cast<std::size_t>(at - old.begin());
    const auto place = static_cast<std::ptrdiff_t>(std::min(index, record.stack.size()));
    record.stack.insert(record.stack.begin() + place, entry);
  }
  record.pending = assessment.job().record.pending;
  record.pending = pending_of(assessment.job().manifest, assessment.job().tree, record);
  return record;
}

std::set<TreePath> touched_paths(const Assessment& assessment, const View& target) {
  std::set<TreePath> paths;
  for (const View* view : {&assessment.stack().base, &target}) {
    const std::vector<TreePath> touched = view->touched();
    paths.insert(touched.begin(), touched.end());
  }
  return paths;
}

/// Lists what must change on the disk so that the tree has the bytes of `target`.
Status collect_changes(const Assessment& assessment, const View& target, RootChange& change) {
  for (const TreePath& path : touched_paths(assessment, target)) {
    const Result<Entry> found = assessment.job().source.look(path);
    if (!found) return found.error();
    const Result<Entry> wanted = target.look(path);
    if (!wanted) return wanted.error();
    if (same_content(*found, *wanted)) continue;
    change.files.push_back({path, *found, wanted->bytes, wanted->mode});
  }
  const std::set<TreePath>& absent = target.absent_folders();
  change.emptied_folders.assign(absent.rbegin(), absent.rend());
  return {};
}

/// A file that moved under a recorded patch is not to be written by any other.
void refuse_broken_files(const Assessment& assessment, TreePlan& plan) {
  for (const FileChange& file : plan.change.files) {
    if (!assessment.stack().broken.contains(file.path)) continue;
    Diagnostic diagnostic;
    diagnostic.code = Code::modified;
    diagnostic.message =
        fmt::format("'{}' changed since a recorded patch wrote it", file.path.str());
    diagnostic.tree = plan.change.tree;
    diagnostic.target.file = file.path.str();
    diagnostic.hint = "restore it first; 'patcher status' names the patch";
    plan.refusals.push_back(std::move(diagnostic));
  }
}

void finish(const Assessment& assessment, const Sequence& target, TreePlan& plan) {
  Status collected = collect_changes(assessment, target.end, plan.change);
  if (!collected) {
    append(plan.refusals, std::move(collected).error().diagnostics());
    return;
  }
  refuse_broken_files(assessment, plan);
  const Record record = record_of(assessment, target);
  plan.change.record = text_of(record);
  plan.pending = record.pending;
}

const PatchOutcome* outcome_named(const TreePlan& plan, const std::string& id) {
  const auto found = std::find_if(plan.patches.begin(), plan.patches.end(),
                                  [&](const PatchOutcome& o) { return o.id == id; });
  return found == plan.patches.end() ? nullptr : &*found;
}

void set_state(TreePlan& plan, const std::string& id, State state) {
  for (PatchOutcome& outcome : plan.patches) {
    if (outcome.id == id) outcome.state = state;
  }
}

/// Ids of earlier patches that are not applied and not selected, without which `patch` does not
/// fit.
std::vector<std::string> unselected_before(const Assessment& assessment, const Patch& patch,
                                           const Selection& selection) {
  std::vector<std::string> ids;
  for (const Verdict& verdict : assessment.verdicts()) {
    if (verdict.patch == &patch) break;
    if (verdict.outcome.state == State::pristine && !is_selected(selection, verdict.outcome.id)) {
      ids.push_back(verdict.outcome.id);
    }
  }
  return ids;
}

void refuse_unplaced(const Assessment& assessment, const Selection& selection, const Placed& placed,
                     TreePlan& plan) {
  if (placed.item.patch == nullptr || placed.item.layer != nullptr) {
    const std::string& id = placed.item.layer->recorded.patch;
    Diagnostic diagnostic;
    diagnostic.code = Code::stands_on_top;
    diagnostic.message = fmt::format("recorded patch '{}' would no longer fit", id);
    diagnostic.patch = id;
    diagnostic.tree = plan.change.tree;
    diagnostic.hint =
        fmt::format("revert '{}' of manifest '{}' first", id, placed.item.layer->recorded.manifest);
    plan.refusals.push_back(std::move(diagnostic));
    return;
  }
  const Patch& patch = *placed.item.patch;
  const auto below = unselected_before(assessment, patch, selection);
  const PatchOutcome& outcome = *outcome_named(plan, patch.id);
  Diagnostic diagnostic =
      refusal(outcome, Code::patch_blocked,
              fmt::format("'{}' does not fit without '{}', which is not applied", patch.id,
                          fmt::join(below, "', '")),
              fmt::format("apply '{}' as well", fmt::join(below, "', '")));
  diagnostic.where = patch.where;
  plan.refusals.push_back(std::move(diagnostic));
  set_state(plan, patch.id, State::blocked);
}

std::vector<FileDiff> diffs_between(const Assessment& assessment, const View& before,
                                    const View& after) {
  std::set<TreePath> paths;
  for (const View* view : {&before, &after}) {
    const std::vector<TreePath> touched = view->touched();
    paths.insert(touched.begin(), touched.end());
  }
  std::vector<FileDiff> diffs;
  for (const TreePath& path : paths) {
    const Result<Entry> old_entry = before.look(path);
    const Result<Entry> new_entry = after.look(path);
    if (!old_entry || !new_entry || same_content(*old_entry, *new_entry)) continue;
    const auto bytes = [](const Entry& e) { return e.is_file() ? *e.bytes : std::string(); };
    diffs.push_back({assessment.job().tree,
                     path.str(),
                     {},
                     bytes(*old_entry),
                     bytes(*new_entry),
                     old_entry->mode,
                     new_entry->mode});
  }
  return diffs;
}

std::set<const Patch*> fitting(const Assessment& assessment, const Selection& selection) {
  std::set<const Patch*> wanted;
  for (const Verdict& verdict : assessment.verdicts()) {
    const bool fits = verdict.outcome.state == State::pristine && !has_error(verdict.why);
    if (fits && is_selected(selection, verdict.outcome.id)) wanted.insert(verdict.patch);
  }
  return wanted;
}

bool needs_undoing(const Assessment& assessment, const Verdict& verdict) {
  return assessment.layer_of(verdict.outcome.id) != nullptr && verdict.patch != nullptr;
}

bool revert_has_nothing_to_do(const Verdict& verdict) {
  return verdict.outcome.state == State::pristine || verdict.outcome.state == State::obsolete ||
         verdict.outcome.state == State::blocked || verdict.patch == nullptr;
}

/// A patch that is not as the run needs it must never pass without a word, whatever judged it.
void refuse(const Verdict& verdict, TreePlan& plan) {
  append(plan.refusals, verdict.why);
  if (has_error(verdict.why)) return;
  Diagnostic diagnostic =
      refusal(verdict.outcome, Code::state_required,
              fmt::format("patch '{}' is {}", verdict.outcome.id, name_of(*verdict.outcome.state)),
              "see 'patcher status'");
  if (verdict.patch != nullptr) diagnostic.where = verdict.patch->where;
  plan.refusals.push_back(std::move(diagnostic));
}

bool apply_may_pass(const Verdict& verdict) {
  return verdict.outcome.state == State::pristine || verdict.outcome.state == State::applied;
}

}  // namespace

TreePlan plan_apply(const Assessment& assessment, const Selection& selection) {
  TreePlan plan = begun(assessment);
  for (const Verdict& verdict : assessment.verdicts()) {
    if (!is_selected(selection, verdict.outcome.id)) continue;
    if (apply_may_pass(verdict)) {
      append(plan.refusals, verdict.why);
    } else {
      refuse(verdict, plan);
    }
  }
  const std::set<const Patch*> wanted = fitting(assessment, selection);
  const Sequence target =
      lay(assessment.items(wanted), assessment.stack().base, assessment.job().cache);
  for (const Placed& placed : target.items) {
    if (!placed.step) refuse_unplaced(assessment, selection, placed, plan);
  }
  if (has_error(plan.refusals)) return plan;
  finish(assessment, target, plan);
  return plan;
}

TreePlan plan_revert(const Assessment& assessment, const Selection& selection) {
  TreePlan plan = begun(assessment);
  std::set<std::string> out;
  for (const Verdict& verdict : assessment.verdicts()) {
    if (!is_selected(selection, verdict.outcome.id)) continue;
    const bool recorded = needs_undoing(assessment, verdict);
    // An ambiguous record is not what this very patch does: undoing by it could leave anything.
    if (recorded && verdict.outcome.state != State::ambiguous) {
      out.insert(verdict.outcome.id);
    } else if (recorded || !revert_has_nothing_to_do(verdict)) {
      refuse(verdict, plan);
    }
  }
  std::vector<StackItem> kept = assessment.items({});
  std::erase_if(kept, [&](const StackItem& item) {
    return item.layer == assessment.layer_of(item.layer->recorded.patch) &&
           out.contains(item.layer->recorded.patch);
  });
  const Sequence target = lay(kept, assessment.stack().base, assessment.job().cache);
  for (const Placed& placed : target.items) {
    if (!placed.step) refuse_unplaced(assessment, selection, placed, plan);
  }
  if (has_error(plan.refusals)) return plan;
  finish(assessment, target, plan);
  return plan;
}

std::vector<FileDiff> diffs_to_come(const Assessment& assessment, const Selection& selection) {
  const Sequence target = lay(assessment.items(fitting(assessment, selection)),
                              assessment.stack().base, assessment.job().cache);
  return diffs_between(assessment, View(assessment.job().source), target.end);
}

std::vector<FileDiff> diffs_applied(const Assessment& assessment, const Selection& selection) {
  const auto& layers = assessment.stack().layers;
  const bool all_own = std::all_of(layers.begin(), layers.end(), [&](const Layer& layer) {
    return assessment.layer_of(layer.recorded.patch) == &layer;
  });
  if (selection.empty() && all_own) {
    return diffs_between(assessment, assessment.stack().base, View(assessment.job().source));
  }
  // A part of a stack has no base of its own: each patch is shown on what it found.
  std::vector<FileDiff> diffs;
  for (const Placed& placed : assessment.found().items) {
    if (placed.item.layer == nullptr || !placed.step) continue;
    const RecordedPatch& recorded = placed.item.layer->recorded;
    const bool own = assessment.layer_of(recorded.patch) == placed.item.layer;
    if (!own || !is_selected(selection, recorded.patch)) continue;
    View after = placed.before;
    after.advance(*placed.step);
    for (FileDiff& diff : diffs_between(assessment, placed.before, after)) {
      diff.patch = recorded.patch;
      diffs.push_back(std::move(diff));
    }
  }
  return diffs;
}

}  // namespace patcher
