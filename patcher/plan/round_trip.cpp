// SPDX-License-Identifier: MIT
#include "patcher/plan/round_trip.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace patcher {
namespace {

Diagnostic failed_in(const Assessment& base, std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = Code::round_trip_failed;
  diagnostic.message = std::move(message);
  diagnostic.tree = base.job().tree;
  diagnostic.hint = "apply the patches one by one with '--only' to see which of them does it";
  return diagnostic;
}

/// What keeps `plan` from being one that does nothing.
Diagnostics not_idle(const Assessment& base, const TreePlan& plan) {
  if (!has_error(plan.refusals) && !plan.changes_anything()) return {};
  Diagnostic diagnostic = failed_in(base, "applied, the set would not read as applied");
  for (const Diagnostic& why : plan.refusals) {
    if (why.severity == Severity::error) diagnostic.notes.push_back({why.message, why.target});
  }
  for (const FileChange& file : plan.change.files) {
    diagnostic.notes.push_back({"a second run would change this file", {file.path.str(), 0, 0}});
  }
  return {diagnostic};
}

/// The paths that a change may touch: its files, and the folders above them.
std::set<TreePath> paths_of(const RootChange& change) {
  std::set<TreePath> paths;
  for (const FileChange& file : change.files) {
    paths.insert(file.path);
    for (auto folder = file.path.parent(); folder; folder = folder->parent()) {
      paths.insert(*folder);
    }
  }
  return paths;
}

Diagnostics not_back(const Assessment& base, const Tree& tree, const std::set<TreePath>& paths) {
  Diagnostics errors;
  for (const TreePath& path : paths) {
    const Result<Entry> before = base.job().source.look(path);
    const Result<Entry> after = tree.look(path);
    if (before && after && same_content(*before, *after)) continue;
    errors.push_back(failed_in(
        base, fmt::format("applied and reverted, '{}' is not as it was before", path.str())));
    errors.back().target.file = path.str();
  }
  return errors;
}

/// Reverts what `done` applied on `base`, and compares.
Diagnostics unreverted(const Assessment& base, const TreePlan& done, const PlannedTree& applied,
                       const Selection& selection) {
  TreePlan undone = plan_revert(applied.assessment(), selection);
  if (has_error(undone.refusals)) return std::move(undone.refusals);
  const ChangedTree back(applied.tree(), undone.change);
  std::set<TreePath> paths = paths_of(done.change);
  paths.merge(paths_of(undone.change));
  Diagnostics errors = not_back(base, back, paths);
  if (undone.change.record != done.record_before) {
    errors.push_back(failed_in(base, "applied and reverted, the record is not as it was before"));
  }
  return errors;
}

}  // namespace

RoundTrip round_trip(const Assessment& base, const Selection& selection) {
  RoundTrip trip;
  TreePlan done = plan_apply(base, selection);
  trip.said = done.refusals;
  if (has_error(trip.said)) return trip;
  const auto applied = PlannedTree::after(base, done.change);
  if (!applied) {
    append(trip.said, applied.error().diagnostics());
    return trip;
  }
  append(trip.said, not_idle(base, plan_apply((*applied)->assessment(), selection)));
  append(trip.said, unreverted(base, done, **applied, selection));
  for (const FileChange& file : done.change.files) trip.came_back.push_back(file.path);
  trip.applied = std::move(done.change);
  return trip;
}

}  // namespace patcher
