// SPDX-License-Identifier: MIT
#include "patcher/plan/target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "patcher/plan/due_checks.hpp"
#include "patcher/plan/rebuild_trigger.hpp"

namespace patcher {
namespace {

RecordedPatch recorded(const Assessment& assessment, const Placed& placed) {
  if (placed.item.layer == nullptr) {
    return recorded_as(*placed.item.patch, assessment.job().manifest.name, *placed.step);
  }
  RecordedPatch entry = placed.item.layer->recorded;
  entry.files = recorded_files(*placed.step);
  entry.made_folders = placed.step->made_folders;
  return entry;
}

/// The record of `target`. Entries whose bytes moved keep their place: they are not ours to forget.
Record record_of(const Assessment& assessment, const Sequence& target) {
  Record record;
  record.mapped = assessment.job().record.mapped;
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

/// `found`, with the bytes of `view` at `path` where they are the same: one copy is enough.
Entry sharing(const Entry& found, const View& view, const TreePath& path) {
  Entry entry = found;
  const Result<Entry> known = view.look(path);
  if (known && known->is_file() && found.is_file() && *known->bytes == *found.bytes) {
    entry.bytes = known->bytes;
  }
  return entry;
}

/// Lists what must change on the disk so that the tree has the bytes of `target`.
Status collect_changes(const Assessment& assessment, const View& target, RootChange& change) {
  for (const TreePath& path : touched_paths(assessment, target)) {
    const Result<Entry> found = assessment.job().source.look(path);
    if (!found) return found.error();
    const Result<Entry> wanted = target.look(path);
    if (!wanted) return wanted.error();
    if (same_content(*found, *wanted)) continue;
    change.files.push_back(
        {path, sharing(*found, assessment.stack().base, path), wanted->bytes, wanted->mode});
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

}  // namespace

bool is_selected(const Selection& selection, const std::string& id) {
  return selection.empty() || selection.contains(id);
}

Wish fitting(const Assessment& assessment, const Selection& selection) {
  const bool upgrades = assessment.job().upgrade == Upgrade::yes;
  Wish wish;
  if (upgrades && selection.empty()) wish.orphans = Orphans::go;
  for (const Verdict& verdict : assessment.verdicts()) {
    const bool fits = verdict.outcome.state == State::pristine ||
                      (upgrades && verdict.outcome.state == State::outdated);
    const bool wanted = fits && !has_error(verdict.why) && verdict.patch != nullptr;
    if (wanted && is_selected(selection, verdict.outcome.id)) wish.patches.insert(verdict.patch);
  }
  return wish;
}

TreePlan begun(const Assessment& assessment) {
  TreePlan plan;
  const TreeJob& job = assessment.job();
  plan.pending = job.record.pending;
  plan.pending_checks = pending_checks(
      {job.manifest, job.tree, job.record.stack, left_out_in(assessment)}, job.record);
  plan.change.tree = assessment.job().tree;
  plan.record_before = text_of(assessment.job().record);
  plan.change.record = plan.record_before;
  for (const Verdict& verdict : assessment.verdicts()) plan.patches.push_back(verdict.outcome);
  return plan;
}

void refuse(const Verdict& verdict, TreePlan& plan) {
  append(plan.refusals, verdict.why);
  if (has_error(verdict.why)) return;
  // It must never pass without a word, whatever judged it.
  Diagnostic diagnostic;
  diagnostic.code = Code::state_required;
  diagnostic.message =
      fmt::format("patch '{}' is {}", verdict.outcome.id, name_of(*verdict.outcome.state));
  diagnostic.patch = verdict.outcome.id;
  diagnostic.tree = verdict.outcome.tree;
  diagnostic.hint = "see 'patcher status'";
  if (verdict.patch != nullptr) diagnostic.where = verdict.patch->where;
  plan.refusals.push_back(std::move(diagnostic));
}

void finish(const Assessment& assessment, const Sequence& target, TreePlan& plan) {
  Status collected = collect_changes(assessment, target.end, plan.change);
  if (!collected) {
    append(plan.refusals, std::move(collected).error().diagnostics());
    return;
  }
  refuse_broken_files(assessment, plan);
  Record record = record_of(assessment, target);
  const TreeJob& job = assessment.job();
  RebuildBook book = rebuilds_after(job.manifest, job.tree,
                                    {job.record, record.stack, plan.change.files,
                                     [&](const TreePath& path) { return target.end.look(path); }});
  record.pending = std::move(book.pending);
  record.built = std::move(book.built);
  const CheckScene scene{job.manifest, job.tree, record.stack, left_out_in(assessment)};
  record.checks = checks_after(scene, job.record);
  plan.change.record = text_of(record);
  plan.pending = record.pending;
  plan.pending_checks = pending_checks(scene, record);
}

}  // namespace patcher
