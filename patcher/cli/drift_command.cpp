// SPDX-License-Identifier: MIT
#include "patcher/cli/drift_command.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/roots.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/history/drift.hpp"
#include "patcher/tree/git_tree.hpp"

namespace patcher {
namespace {

constexpr std::size_t kShortCommit = 12;  // in hex digits

std::string named(const CommitLine& commit) {
  constexpr std::size_t kDay = 10;  // of a date, in characters
  return fmt::format("{} of {} ({}{})", commit.id.substr(0, kShortCommit),
                     commit.date.substr(0, kDay), commit.is_merge ? "merge: " : "", commit.subject);
}

/// Errors for names of `--since` that no tree has.
Diagnostics unknown_trees(const Options& options, const Manifest& manifest) {
  Diagnostics errors;
  for (const auto& [tree, revision] : options.since) {
    if (tree.empty() || manifest.tree(tree) != nullptr) continue;
    errors.push_back(usage_error(
        fmt::format("--since names tree '{}', which the manifest does not declare", tree),
        "write '--since TREE=REV', or '--since REV' for all trees"));
  }
  return errors;
}

/// From where on a tree's history is gone through: what was asked for, or its pin.
Result<std::string> start_of(const Options& options, const TreeSpec& spec) {
  for (const std::string& key : {spec.name, std::string()}) {
    const auto asked = options.since.find(key);
    if (asked != options.since.end()) return asked->second;
  }
  if (!spec.commit.empty()) return spec.commit;
  return usage_error(fmt::format("tree '{}' has no pin to begin with", spec.name),
                     fmt::format("say where: '--since {}=REV'", spec.name));
}

Diagnostic no_history(const OpenRoot& root) {
  return usage_error(
      fmt::format("tree '{}' at '{}' has no history to go through", root.spec->name, root.where()),
      fmt::format("name a revision, '--root {}=git:REPO@REV', or other trees with '--tree'",
                  root.spec->name));
}

Diagnostic about(const PatchDrift& drift, Code code, std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.patch = drift.id;
  diagnostic.tree = drift.tree;
  if (!drift.why.empty()) diagnostic.notes.push_back({drift.why});
  return diagnostic;
}

/// What is to be said of a patch that does not fit at the end; nothing for one that does.
std::optional<Diagnostic> fault_of(const PatchDrift& drift, const TreeDrift& tree) {
  const Course& course = drift.course;
  if (course.upstreamed_by) {
    Diagnostic error = about(drift, Code::obsolete,
                             fmt::format("patch '{}' is in upstream since commit {}", drift.id,
                                         named(*course.upstreamed_by)));
    error.hint = "drop the patch, or see what upstream did otherwise";
    return error;
  }
  if (course.broken_by) {
    Diagnostic error = about(
        drift, drift.code,
        fmt::format("patch '{}' does not fit since commit {}", drift.id, named(*course.broken_by)));
    error.hint = "read what that commit did there, and write the edits for the new text";
    return error;
  }
  if (course.state == State::pristine || course.state == State::excluded) return std::nullopt;
  Diagnostic error =
      about(drift, drift.code,
            fmt::format("patch '{}' fits at no commit from {} on", drift.id, named(tree.first)));
  error.hint = "begin with a commit that it was written for: '--since REV'";
  return error;
}

/// What is to be said of where a history begins.
std::optional<Diagnostic> remark_on(const TreeDrift& tree, const std::string& since) {
  Diagnostic remark;
  remark.code = Code::pin_differs;
  remark.tree = tree.tree;
  if (tree.start == History::Start::fork) {
    remark.severity = Severity::note;
    remark.message = fmt::format(
        "{} is not on the line of first parents: its history begins with {}, the newest commit of "
        "that line that it has",
        since, named(tree.first));
    return remark;
  }
  if (tree.start != History::Start::shallow) return std::nullopt;
  remark.severity = Severity::warning;
  remark.message =
      fmt::format("history ends at {}: the repository has no older commits, and not {}",
                  named(tree.first), since.empty() ? "the first one" : since);
  remark.hint = "fetch more of it: 'git fetch --unshallow'";
  return remark;
}

PatchOutcome outcome_of(const PatchDrift& drift) {
  PatchOutcome outcome{drift.id, drift.tree, drift.title, drift.course.state, {}};
  for (const EditDrift& edit : drift.edits) {
    outcome.edits.push_back({edit.index, edit.file, edit.course.state, {}});
  }
  return outcome;
}

void take(DriftReport report, const Options& options, const std::string& since, DriftRun& run) {
  Outcome& outcome = run.outcome;
  if (auto remark = remark_on(report.tree, since)) {
    outcome.diagnostics.push_back(*std::move(remark));
  }
  for (PatchDrift& drift : report.patches) {
    if (!options.only.empty() && !options.only.contains(drift.id)) continue;
    if (auto fault = fault_of(drift, report.tree)) {
      outcome.diagnostics.push_back(*std::move(fault));
    }
    outcome.patches.push_back(outcome_of(drift));
    run.found.patches.push_back(std::move(drift));
  }
  run.found.histories.push_back(std::move(report.tree));
}

Status go_through(const OpenRoot& root, DriftJob job, const Options& options, DriftRun& run) {
  const auto since = start_of(options, *root.spec);
  if (!since) return since.error();
  job.since = *since;
  auto report = drift_of(job);
  if (!report) {
    Diagnostics errors = std::move(report).error().diagnostics();
    for (Diagnostic& error : errors) error.tree = root.spec->name;
    return Failure(std::move(errors));
  }
  take(*std::move(report), options, *since, run);
  return {};
}

/// The roots of the trees that patches are for.
Result<OpenRoots> roots_of(const Manifest& manifest, const Options& options, FileSystem& files) {
  Diagnostics errors = unknown_trees(options, manifest);
  auto roots = open_roots(manifest, options, files);
  if (!roots) append(errors, roots.error().diagnostics());
  if (!errors.empty()) return Failure(std::move(errors));
  std::erase_if(roots->roots,
                [&](const OpenRoot& root) { return !manifest.edits(root.spec->name); });
  for (const OpenRoot& root : roots->roots) {
    const bool has_history = root.stored && root.where().starts_with(kGitPrefix);
    if (!has_history) errors.push_back(no_history(root));
  }
  if (!errors.empty()) return Failure(std::move(errors));
  return roots;
}

std::string summary_of(const DriftRun& run) {
  std::size_t commits = 0;
  for (const TreeDrift& tree : run.found.histories) commits += tree.commits;
  return fmt::format("{}: {} over {}", run.outcome.manifest, counted(run.outcome.patches),
                     counted(commits, "commit", "commits"));
}

/// Goes through the histories of all trees; what keeps that from being done is returned.
Status go_through(const Options& options, const Means& means, DriftRun& run) {
  const auto manifest = load(options, run.outcome);
  if (!manifest) return manifest.error();
  const auto roots = roots_of(*manifest, options, means.files);
  if (!roots) return roots.error();
  Diagnostics errors;
  for (const OpenRoot& root : roots->roots) {
    run.outcome.trees.push_back(
        {root.spec->name, root.where(), root.spec->commit, root.commit(), {}});
    const auto tell = [&](std::size_t done, std::size_t all) {
      means.console.counted(fmt::format("drift of {}", root.spec->name), done, all);
    };
    Status done = go_through(root, {*manifest, *root.spec, root.where(), {}, tell}, options, run);
    means.console.settle();
    if (!done) append(errors, std::move(done).error().diagnostics());
  }
  if (!errors.empty()) return Failure(std::move(errors));
  return {};
}

}  // namespace

DriftRun drift_command(const Options& options, const Means& means) {
  DriftRun run{begun(options), {}};
  Status done = go_through(options, means, run);
  if (!done) return {failed(std::move(run.outcome), std::move(done).error()), {}};
  run.outcome.summary = summary_of(run);
  const ExitCode exit = strict_exit(run.outcome.diagnostics);
  return {concluded(std::move(run.outcome), exit), std::move(run.found)};
}

}  // namespace patcher
