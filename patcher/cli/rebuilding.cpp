// SPDX-License-Identifier: MIT
#include "patcher/cli/rebuilding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "patcher/cli/command_words.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/record_file.hpp"
#include "patcher/cli/signals_held.hpp"
#include "patcher/plan/rebuild_trigger.hpp"
#include "patcher/write/rebuild.hpp"

namespace patcher {
namespace {

/// Files that no rebuild may delete: what patches wrote, and what it is made of.
Result<std::set<TreePath>> sources_of(const Rebuild& rebuild, const SessionTree& tree,
                                      const Record& record) {
  std::set<TreePath> sources;
  for (const RecordedPatch& patch : record.stack) {
    for (const RecordedFile& file : patch.files) {
      if (file.after) sources.insert(file.path);
    }
  }
  for (const std::string& glob : rebuild.when_changed) {
    auto matches = tree.root.worktree->match(glob);
    if (!matches) return std::move(matches).error();
    for (const Match& match : *matches) sources.insert(match.path);
  }
  return sources;
}

Diagnostic rebuild_error(const Rebuild& rebuild, Code code, std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.where = rebuild.where;
  diagnostic.tree = rebuild.tree;
  return diagnostic;
}

/// One rebuild of one tree of the session.
class Making {
 public:
  Making(const Session& session, const SessionTree& tree, const Rebuild& rebuild,
         const Means& means)
      : manifest_(session.manifest()), tree_(tree), rebuild_(rebuild), means_(means) {}

  [[nodiscard]] PendingRebuild which() const {
    return {rebuild_.tree, rebuild_.id, manifest_.name};
  }

  Status make() {
    auto record = read_record(tree_);
    if (!record) return std::move(record).error();
    auto job = job_for(*record);
    if (!job) return std::move(job).error();
    note_begun(which(), *record);
    Status noted = write_record(tree_, *record, means_.files);
    if (!noted) return noted;
    Status made = run(*job);
    if (!made) return made;
    note_done(which(), rebuild_, look(), *record);
    return write_record(tree_, *record, means_.files);
  }

 private:
  [[nodiscard]] LookAt look() const {
    return [this](const TreePath& path) { return tree_.root.worktree->look(path); };
  }

  [[nodiscard]] Result<RebuildJob> job_for(const Record& record) const {
    const std::string root = real_folder(tree_.root.worktree->root());
    const Stand stand{folder_of_file(manifest_.file), root};
    FilledCommand command{
        filled(rebuild_.run, stand), {}, root, std::chrono::seconds(rebuild_.time_limit)};
    Variables own;
    for (const auto& [name, value] : rebuild_.env) own[name] = filled(value, stand);
    command.variables = variables_with(own);
    auto process = process_of(command);
    if (!process) {
      Diagnostic missing =
          rebuild_error(rebuild_, Code::rebuild_failed,
                        fmt::format("rebuild '{}' failed: there is no program '{}'", rebuild_.id,
                                    command.words.front()));
      missing.notes.push_back({.message = "nothing was deleted, and the rebuild is pending"});
      missing.hint = "install it, or name its path; then run again";
      return missing;
    }
    auto sources = sources_of(rebuild_, tree_, record);
    if (!sources) return std::move(sources).error();
    return RebuildJob{rebuild_.id,         rebuild_.tree,       rebuild_.remove, rebuild_.produces,
                      *std::move(sources), *std::move(process), rebuild_.where};
  }

  Status run(const RebuildJob& job) {
    Console& console = means_.console;
    ProcessWatch watch;
    watch.wrote = [&](std::string_view bytes) { console.wrote(bytes); };
    watch.waited = [&](std::chrono::milliseconds since) { console.waited(since); };
    watch.stop_asked = asked_to_stop;
    console.started(fmt::format("rebuild '{}'", rebuild_.id), job.process.words);
    Status made = run_rebuild(job, {*tree_.root.worktree, means_.files, means_.processes}, watch);
    console.ended(made ? RunEnd::done : RunEnd::failed);
    return made;
  }

  const Manifest& manifest_;
  const SessionTree& tree_;
  const Rebuild& rebuild_;
  const Means& means_;
};

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

Diagnostic left_pending(const Manifest& manifest, const PendingRebuild& pending) {
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.code = Code::rebuild_pending;
  warning.message = fmt::format("rebuild '{}' of manifest '{}' is pending in tree '{}'", pending.id,
                                pending.manifest, pending.tree);
  warning.tree = pending.tree;
  warning.hint = pending.manifest == manifest.name && !manifest.file.empty()
                     ? "the manifest has it no more: put it back, and 'patcher rebuild' makes it"
                     : "'patcher rebuild' with the file of that manifest makes it";
  return warning;
}

}  // namespace

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
  for (const Rebuild& rebuild : session.manifest().rebuilds) {
    const SessionTree* tree = tree_named(session, rebuild.tree);
    if (tree == nullptr) continue;
    Making making(session, *tree, rebuild, means);
    const auto known = pending_in(*tree, session.manifest());
    const bool pending = std::ranges::find(known, making.which()) != known.end();
    if (!is_wanted(wish, rebuild.id, pending)) continue;
    if (asked_to_stop()) {
      outcome.diagnostics.push_back(not_begun(rebuild));
      continue;
    }
    Status made = making.make();
    if (made) outcome.rebuilt.push_back(rebuild.id);
    if (!made) append(outcome.diagnostics, std::move(made).error().diagnostics());
  }
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
