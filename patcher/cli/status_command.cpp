// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/locks.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/plan/rebuild_trigger.hpp"

namespace patcher {
namespace {

bool is_selected(const Options& options, const PatchOutcome& patch) {
  return options.only.empty() || options.only.contains(patch.id);
}

/// The error for a patch that is not as `--require` wants it, if it is not. A pristine patch that
/// `apply` would refuse all the same (`ensure:`, syntax) is not what was asked for either.
std::optional<Diagnostic> unmet(State required, const Verdict& verdict) {
  const PatchOutcome& patch = verdict.outcome;
  const bool fits = patch.state == required;
  if (fits && !has_error(verdict.why)) return std::nullopt;
  Diagnostic diagnostic;
  diagnostic.code = Code::state_required;
  diagnostic.message =
      fits ? fmt::format("patch '{}' is {}, but would be refused", patch.id, name_of(required))
           : fmt::format("patch '{}' is {}, required is {}", patch.id, name_of(*patch.state),
                         name_of(required));
  if (verdict.patch != nullptr) diagnostic.where = verdict.patch->where;
  diagnostic.patch = patch.id;
  diagnostic.tree = patch.tree;
  return diagnostic;
}

Diagnostics unmet(const std::vector<PendingRebuild>& all) {
  Diagnostics errors;
  for (const PendingRebuild& pending : all) {
    Diagnostic diagnostic;
    diagnostic.code = Code::state_required;
    diagnostic.message =
        fmt::format("rebuild '{}' of tree '{}' is pending", pending.id, pending.tree);
    diagnostic.tree = pending.tree;
    errors.push_back(std::move(diagnostic));
  }
  return errors;
}

}  // namespace

Outcome status_command(const Options& options, FileSystem& files) {
  Outcome outcome = begun(options);
  auto session = Session::open(options, Session::Hold::read, files, outcome);
  if (!session) return failed(std::move(outcome), std::move(session).error());
  append(outcome.diagnostics, lock_faults(**session, Witness::record));
  Diagnostics missed;
  for (const SessionTree& tree : (*session)->trees()) {
    append(outcome.diagnostics, tree.assessment->notes());
    for (const Verdict& verdict : tree.assessment->verdicts()) {
      if (!is_selected(options, verdict.outcome)) continue;
      outcome.patches.push_back(verdict.outcome);
      append(outcome.diagnostics, verdict.why);
      auto error = options.require ? unmet(*options.require, verdict) : std::nullopt;
      if (error) missed.push_back(*std::move(error));
    }
    const auto pending = pending_of((*session)->manifest(), tree.root.spec->name, tree.record);
    outcome.pending.insert(outcome.pending.end(), pending.begin(), pending.end());
  }
  if (options.require) {
    append(outcome.diagnostics, std::move(missed));
    append(outcome.diagnostics, unmet(outcome.pending));
  }
  outcome.summary = fmt::format("{}: {}", outcome.manifest, counted(outcome.patches));
  if (!outcome.pending.empty()) {
    outcome.summary +=
        fmt::format("; {} pending", counted(outcome.pending.size(), "rebuild", "rebuilds"));
  }
  const ExitCode exit = reporting_exit(outcome.diagnostics);
  return concluded(std::move(outcome), exit);
}

}  // namespace patcher
