// SPDX-License-Identifier: MIT
#include "patcher/plan/patch_finding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "patcher/locate/source_text.hpp"
#include "patcher/manifest/json_edit.hpp"
#include "patcher/manifest/table_edit.hpp"
#include "patcher/plan/claim.hpp"
#include "patcher/plan/config_guard.hpp"
#include "patcher/plan/overlap.hpp"
#include "patcher/plan/shape.hpp"
#include "patcher/plan/sited_patch.hpp"
#include "patcher/plan/syntax_check.hpp"
#include "patcher/plan/table_guard.hpp"

namespace patcher {
namespace {

enum class Direction { forward, backward };

/// Puts what one edit does to its file into `step`.
void add_text(FileStep& file, const Splices& splices) {
  file.splices.insert(file.splices.end(), splices.begin(), splices.end());
}

void add_whole(FileStep& file, const AddFile& edit, Direction direction) {
  file.after = direction == Direction::forward ? regular_file(edit.content, edit.mode) : Entry{};
}

void add_whole(FileStep& file, const RemoveFile& edit, Direction direction) {
  constexpr std::uint32_t kUsualMode = 0644;
  file.after = direction == Direction::forward ? Entry{} : regular_file(edit.content, kUsualMode);
}

void add_whole(FileStep& file, const ModeOf& edit, Direction direction) {
  if (direction == Direction::forward) file.after.mode = edit.mode;
  if (direction == Direction::backward && edit.was) file.after.mode = *edit.was;
}

void add_table(FileStep& file, const Finding& finding, Direction direction) {
  constexpr std::uint32_t kNewMode = 0644;
  const bool is_forward = direction == Direction::forward;
  if (!finding.makes) {
    add_text(file, is_forward ? finding.forward : finding.backward);
  } else {
    file.after = is_forward ? Entry{EntryKind::regular, finding.makes, kNewMode, {}} : Entry{};
  }
}

void add_edit(FileStep& file, const Edit& edit, const Finding& finding, Direction direction) {
  if (std::holds_alternative<TableEdit>(edit.what)) {
    add_table(file, finding, direction);
  } else if (std::holds_alternative<TextEdit>(edit.what) ||
             std::holds_alternative<JsonEdit>(edit.what)) {
    add_text(file, direction == Direction::forward ? finding.forward : finding.backward);
  } else if (const auto* add = std::get_if<AddFile>(&edit.what)) {
    add_whole(file, *add, direction);
  } else if (const auto* remove = std::get_if<RemoveFile>(&edit.what)) {
    add_whole(file, *remove, direction);
  } else if (const auto* mode = std::get_if<ModeOf>(&edit.what)) {
    add_whole(file, *mode, direction);
  } else if (finding.becomes) {
    file.after = *finding.becomes;
  }
}

void finish(FileStep& file, const SourceCache& cache) {
  if (file.splices.empty()) return;
  sort(file.splices);
  file.after.bytes = cache.shared(spliced(*file.before.bytes, file.splices));
}

/// What a patch's edits are planned in.
struct Planning {
  const View& view;
  SourceCache& cache;
};

Result<PatchStep> step_of(const Patch& patch, const std::vector<Finding>& findings,
                          const Planning& planning, Direction direction) {
  const View& view = planning.view;
  PatchStep step;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (findings[i].left_out) continue;
    const TreePath& path = file_of(patch.edits[i]);
    const auto [file, is_new] = step.files.try_emplace(path);
    if (is_new) {
      const Result<Entry> entry = view.look(path);
      if (!entry) return entry.error();
      file->second.before = *entry;
      file->second.after = *entry;
      file->second.after.identity = {};
    }
    add_edit(file->second, patch.edits[i], findings[i], direction);
  }
  for (auto& [path, file] : step.files) finish(file, planning.cache);
  auto made = folders_made(step, view);
  if (!made) return std::move(made).error();
  step.made_folders = *std::move(made);
  return step;
}

State state_of(const std::vector<Finding>& findings) {
  std::vector<State> states;
  for (const Finding& finding : findings) {
    if (!finding.left_out) states.push_back(finding.state);
  }
  if (!states.empty()) return combined(states);
  // With nothing of it there, it is no more done than a patch without optional edits.
  for (const Finding& finding : findings) states.push_back(finding.state);
  return combined(states);
}

bool same_files(const PatchStep& undone, const PatchStep& step) {
  return std::all_of(undone.files.begin(), undone.files.end(), [&](const auto& item) {
    return same_content(item.second.after, step.files.at(item.first).before);
  });
}

/// Why an optional edit is left out.
Diagnostic left_out_warning(const Patch& patch, std::size_t index, const Finding& finding) {
  const Diagnostic& why = finding.diagnostics.front();
  Diagnostic warning =
      about(patch, index, Code::left_out,
            fmt::format("edit {} is left out: {}", patch.edits[index].number, why.message));
  warning.severity = Severity::warning;
  warning.notes = {{fmt::format("it is optional: {}", patch.edits[index].optional)}};
  warning.notes.insert(warning.notes.end(), why.notes.begin(), why.notes.end());
  return warning;
}

/// A removed file's mode is known to the record only.
bool removes_a_file(const Edit& edit) { return std::holds_alternative<RemoveFile>(edit.what); }

/// Says whether a table that has no rows reads, with the rows added, as one that was made whole:
/// what it was before is known to the record only.
bool reads_as_made(const std::vector<Finding>& before, const std::vector<Finding>& after) {
  return !std::equal(before.begin(), before.end(), after.begin(), after.end(),
                     [](const Finding& a, const Finding& b) {
                       return (a.makes == nullptr) == (b.makes == nullptr);
                     });
}

/// Why undoing what the result of `finding` shows does not give the first bytes back, if so.
std::optional<Diagnostic> round_trip_fault(const SitedPatch& here, const PatchFinding& finding,
                                           const View& view, SourceCache& cache) {
  const Patch& patch = *finding.patch;
  View result = view;
  result.advance(*finding.step);
  const std::vector<Finding> after = find_all(here, result, cache);
  for (std::size_t i = 0; i < after.size(); ++i) {
    const bool reads_as_done = after[i].state == State::applied || after[i].may_be_done ||
                               (after[i].left_out && finding.edits[i].left_out);
    if (reads_as_done || finding.edits[i].behind_earlier) continue;
    Diagnostic fault = about(patch, i, Code::round_trip_failed,
                             fmt::format("the planned result would not read as applied, but as {}",
                                         name_of(after[i].state)));
    if (!after[i].diagnostics.empty()) fault.notes = after[i].diagnostics.front().notes;
    fault.hint =
        "choose an anchor that the new text does not repeat, or widen the scope so that "
        "the whole result lies in it";
    return fault;
  }
  const bool stacked = std::any_of(finding.edits.begin(), finding.edits.end(),
                                   [](const Finding& f) { return f.behind_earlier; });
  const bool told = is_told_by_bytes(patch) &&
                    std::none_of(patch.edits.begin(), patch.edits.end(), removes_a_file);
  if (stacked || !told || reads_as_made(finding.edits, after)) return std::nullopt;
  const Result<PatchStep> undone = step_of(patch, after, {result, cache}, Direction::backward);
  if (undone && same_files(*undone, *finding.step)) return std::nullopt;
  Diagnostic fault = about(patch, 0, Code::round_trip_failed,
                           "undoing the planned result does not give the first bytes back");
  fault.hint =
      "mixed line endings or repeated lines beside the anchor can cause this: take "
      "fewer or more lines into it";
  return fault;
}

void plan(const SitedPatch& here, const View& view, SourceCache& cache, PatchFinding& finding) {
  const Patch& patch = *finding.patch;
  Diagnostics overlapping = overlaps(patch, finding.edits);
  if (!overlapping.empty()) {
    append(finding.diagnostics, std::move(overlapping));
    return;
  }
  Result<PatchStep> step = step_of(patch, finding.edits, {view, cache}, Direction::forward);
  if (!step) {
    finding.state = State::missing;
    append(finding.diagnostics, std::move(step).error().diagnostics());
    return;
  }
  finding.step = *std::move(step);
  append(finding.diagnostics, syntax_faults(patch, finding.edits, *finding.step, cache));
  View result = view;
  result.advance(*finding.step);
  append(finding.diagnostics, duplicates_made(patch, {view, result}, cache));
  append(finding.diagnostics, unread_configs(patch, *finding.step, result));
  if (has_error(finding.diagnostics)) return;
  if (auto fault = round_trip_fault(here, finding, view, cache)) {
    finding.state = State::ambiguous;
    finding.diagnostics.push_back(*std::move(fault));
    return;
  }
  append(finding.diagnostics, broken_ensures(patch, result, cache));
}

}  // namespace

bool is_told_by_bytes(const Patch& patch) {
  return std::all_of(patch.edits.begin(), patch.edits.end(), [](const Edit& edit) {
    if (const auto* text = std::get_if<TextEdit>(&edit.what)) return is_undone_by_bytes(*text);
    if (const auto* table = std::get_if<TableEdit>(&edit.what)) {
      return is_undone_by_bytes(*table->change);
    }
    if (const auto* json = std::get_if<JsonEdit>(&edit.what)) {
      return is_undone_by_bytes(*json->change);
    }
    const auto* mode = std::get_if<ModeOf>(&edit.what);
    return mode == nullptr || mode->was;
  });
}

State combined(const std::vector<State>& states) {
  const auto has = [&](State state) {
    return std::find(states.begin(), states.end(), state) != states.end();
  };
  const bool done = has(State::applied) || has(State::unrecorded);
  if (has(State::pristine) && done) return State::partial;
  // Worst first; pristine last, because a patch is pristine only when nothing else is said.
  constexpr std::array kOrder{State::modified, State::partial,    State::ambiguous, State::drifted,
                              State::missing,  State::obsolete,   State::blocked,   State::orphan,
                              State::outdated, State::unrecorded, State::applied};
  for (const State state : kOrder) {
    if (has(state)) return state;
  }
  return State::pristine;
}

PatchFinding find_patch(const Patch& patch, const View& view, SourceCache& cache) {
  PatchFinding finding;
  const SitedPatch here = sited(patch, view, cache);
  finding.patch = here.patch;
  finding.edits = find_all(here, view, cache);
  finding.state = state_of(finding.edits);
  const bool has_some = std::any_of(finding.edits.begin(), finding.edits.end(),
                                    [](const Finding& edit) { return !edit.left_out; });
  for (std::size_t i = 0; i < finding.edits.size(); ++i) {
    Finding& edit = finding.edits[i];
    edit.left_out = edit.left_out && has_some;
    if (edit.left_out) edit.diagnostics = {left_out_warning(*here.patch, i, edit)};
    append(finding.diagnostics, edit.diagnostics);
  }
  if (finding.state == State::pristine) plan(here, view, cache, finding);
  return finding;
}

std::optional<PatchStep> undo_found(const Patch& patch, const View& view, SourceCache& cache) {
  const SitedPatch here = sited(patch, view, cache);
  const std::vector<Finding> findings = find_all(here, view, cache);
  if (state_of(findings) != State::applied || !is_told_by_bytes(patch)) return std::nullopt;
  Result<PatchStep> undone = step_of(*here.patch, findings, {view, cache}, Direction::backward);
  if (!undone) return std::nullopt;
  View before = view;
  before.advance(*undone);
  const PatchFinding again = find_patch(patch, before, cache);
  if (!again.step || again.state != State::pristine) return std::nullopt;
  const bool same =
      std::all_of(again.step->files.begin(), again.step->files.end(), [&](const auto& item) {
        return same_content(item.second.after, undone->files.at(item.first).before);
      });
  return same ? std::optional(*std::move(undone)) : std::nullopt;
}

}  // namespace patcher
