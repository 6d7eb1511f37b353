// SPDX-License-Identifier: MIT
#include "patcher/cli/rebuilding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/making.hpp"
#include "patcher/cli/record_file.hpp"
#include "patcher/cli/signals_held.hpp"

namespace patcher {
namespace {

const SessionTree* tree_named(const Session& session, const std::string& name) {
  const auto& trees = session.trees();
  const auto found = std::ranges::find_if(
      trees, [&](const SessionTree& tree) { return tree.root.spec->name == name; });
  return found == trees.end() ? nullptr : &*found;
}

bool is_wanted(const RebuildWish& wish, const std::string& id, bool pending) {
  if (!wish.ids.empty()) return wish.ids.contains(id);
  if (wish.policy == RebuildPolicy::always) return true;
  return wish.policy == RebuildPolicy::automatic && pending;
}

/// What is pending in a tree; nothing where its record cannot be read.
std::vector<PendingRebuild> pending_in(const SessionTree& tree, const Manifest& manifest) {
  const auto record = read_record(tree);
  if (!record) return {};
  return pending_of(manifest, tree.root.spec->name, *record,
                    [&](const TreePath& path) { return tree.root.worktree->look(path); });
}

Status removal_is_possible(const Rebuild& rebuild, const SessionTree& tree, const Record& record,
                           FileSystem& files) {
  auto sources = sources_of(rebuild, tree, record);
  if (!sources) return std::move(sources).error();
  RebuildJob job;
  job.remove = rebuild.remove;
  job.produces = rebuild.produces;
  job.sources = *std::move(sources);
  return check_removal(*tree.root.worktree, removal_for(job), files);
}

Diagnostic not_begun(const Rebuild& rebuild) {
  Diagnostic diagnostic =
      rebuild_error(rebuild, Code::rebuild_failed,
                    fmt::format("rebuild '{}' not begun: this run was asked to end", rebuild.id));
  diagnostic.hint = "run again: what is pending runs then";
  return diagnostic;
}

/// Adds every rebuild of the run's trees that is not among `pending`.
void add_all(const Session& session, std::vector<PendingRebuild>& pending) {
  for (const Rebuild& rebuild : session.manifest().rebuilds) {
    const PendingRebuild which{rebuild.tree, rebuild.id, session.manifest().name};
    const bool is_new = tree_named(session, rebuild.tree) != nullptr &&
                        std::ranges::find(pending, which) == pending.end();
    if (is_new) pending.push_back(which);
  }
}

/// Looks for the products of `done` once more, when every command has run.
void prove_products(std::vector<Making>& done, Outcome& outcome) {
  for (Making& making : done) {
    if (making.has_products()) continue;
    std::erase(outcome.rebuilt, making.which().id);
    append(outcome.diagnostics, making.lose());
  }
}

Diagnostic left_pending(const Manifest& manifest, const PendingRebuild& pending) {
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.code = Code::rebuild_pending;
  warning.message = fmt::format("rebuild '{}' of manifest '{}' is pending in tree '{}'", pending.id,
                                pending.manifest, pending.tree);
  warning.tree = pending.tree;
  warning.hint = way_to_make(pending, manifest);
  return warning;
}

}  // namespace

std::string way_to_make(const PendingRebuild& pending, const Manifest& manifest) {
  if (pending.manifest != manifest.name || manifest.file.empty()) {
    return "'patcher rebuild' with the file of that manifest makes it";
  }
  const bool is_known = std::ranges::any_of(manifest.rebuilds, [&](const Rebuild& rebuild) {
    return rebuild.id == pending.id && rebuild.tree == pending.tree;
  });
  return is_known ? "'patcher rebuild' makes it"
                  : "the manifest has it no more: put it back, and 'patcher rebuild' makes it";
}

Diagnostics removal_faults(const Session& session, const SessionTree& tree, const TreePlan& plan,
                           RebuildPolicy policy) {
  const auto record = plan.change.record.empty()
                          ? Result<Record>(Record{})
                          : parse_record(plan.change.record, tree.root.worktree->root());
  if (!record) return record.error().diagnostics();
  Diagnostics faults;
  for (const Rebuild& rebuild : session.manifest().rebuilds) {
    if (rebuild.tree != tree.root.spec->name) continue;
    const PendingRebuild which{rebuild.tree, rebuild.id, session.manifest().name};
    const bool pending = std::ranges::find(plan.pending, which) != plan.pending.end();
    if (!is_wanted({policy}, rebuild.id, pending)) continue;
    Status possible = removal_is_possible(rebuild, tree, *record, session.files());
    if (possible) continue;
    for (Diagnostic fault : std::move(possible).error().diagnostics()) {
      fault.where = rebuild.where;
      fault.tree = rebuild.tree;
      faults.push_back(std::move(fault));
    }
  }
  return faults;
}

void make_rebuilds(const Session& session, const RebuildWish& wish, const Means& means,
                   Outcome& outcome) {
  hold_signals();
  std::vector<Making> done;  // Products stand, of this run or an earlier one.
  for (const Rebuild& rebuild : session.manifest().rebuilds) {
    const SessionTree* tree = tree_named(session, rebuild.tree);
    if (tree == nullptr) continue;
    Making making(session, *tree, rebuild, means);
    const auto known = pending_in(*tree, session.manifest());
    const bool pending = std::ranges::find(known, making.which()) != known.end();
    if (!is_wanted(wish, rebuild.id, pending)) {
      if (!pending && making.has_products()) done.push_back(making);
      continue;
    }
    if (asked_to_stop()) {
      outcome.diagnostics.push_back(not_begun(rebuild));
      continue;
    }
    Status made = making.make();
    if (made) {
      outcome.rebuilt.push_back(rebuild.id);
      done.push_back(making);
    } else {
      append(outcome.diagnostics, std::move(made).error().diagnostics());
    }
  }
  prove_products(done, outcome);
  outcome.pending = pending_rebuilds(session);
}

std::vector<PendingRebuild> pending_rebuilds(const Session& session) {
  std::vector<PendingRebuild> pending;
  for (const SessionTree& tree : session.trees()) {
    std::ranges::move(pending_in(tree, session.manifest()), std::back_inserter(pending));
  }
  return pending;
}

void follow_with_rebuilds(const Session& session, const Options& options, const Means& means,
                          Outcome& outcome) {
  if (has_error(outcome.diagnostics)) return;
  if (options.mode == RunMode::real && !session.manifest().rebuilds.empty()) {
    make_rebuilds(session, {options.rebuild}, means, outcome);
  }
  const bool would_all = options.mode == RunMode::dry && options.rebuild == RebuildPolicy::always;
  if (would_all) add_all(session, outcome.pending);
  append(outcome.diagnostics, pending_elsewhere(session.manifest(), outcome.pending));
}

Diagnostics pending_elsewhere(const Manifest& manifest,
                              const std::vector<PendingRebuild>& pending) {
  Diagnostics warnings;
  for (const PendingRebuild& one : pending) {
    const bool ours = std::ranges::any_of(manifest.rebuilds, [&](const Rebuild& rebuild) {
      return one == PendingRebuild{rebuild.tree, rebuild.id, manifest.name};
    });
    if (!ours) warnings.push_back(left_pending(manifest, one));
  }
  return warnings;
}

std::string rebuild_words(const Outcome& outcome, RebuildPolicy policy, RunMode mode) {
  const std::size_t pending = outcome.pending.size();
  std::string words;
  if (!outcome.rebuilt.empty()) {
    words = fmt::format("; {} made", counted(outcome.rebuilt.size(), "rebuild", "rebuilds"));
  }
  if (pending == 0) return words;
  const std::string what = counted(pending, "rebuild", "rebuilds");
  const bool would = mode == RunMode::dry && policy != RebuildPolicy::never;
  return words + (would ? fmt::format("; would make {}", what) : fmt::format("; {} pending", what));
}

}  // namespace patcher
