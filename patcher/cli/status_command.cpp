// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/locks.hpp"
#include "patcher/cli/record_status.hpp"
#include "patcher/cli/requirement.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/plan/due_checks.hpp"
#include "patcher/plan/rebuild_trigger.hpp"

namespace patcher {
namespace {

bool is_selected(const Options& options, const PatchOutcome& patch) {
  return options.only.empty() || options.only.contains(patch.id);
}

/// The error for a patch that is not as `--require` wants it, if it is not. A pristine patch that
/// `apply` would refuse all the same (`ensure:`, syntax) is not what was asked for either.
std::optional<Diagnostic> unmet_by(const Verdict& verdict, State required) {
  const PatchOutcome& patch = verdict.outcome;
  std::optional<Diagnostic> diagnostic = unmet(required, patch);
  if (!diagnostic && has_error(verdict.why)) {
    diagnostic.emplace();
    diagnostic->code = Code::state_required;
    diagnostic->message =
        fmt::format("patch '{}' is {}, but would be refused", patch.id, name_of(required));
    diagnostic->patch = patch.id;
    diagnostic->tree = patch.tree;
  }
  if (diagnostic && verdict.patch != nullptr) diagnostic->where = verdict.patch->where;
  return diagnostic;
}

std::string summary_of(const Outcome& outcome) {
  return fmt::format("{}: {}{}", outcome.manifest, counted(outcome.patches),
                     pending_words(outcome));
}

}  // namespace

Outcome status_command(const Options& options, FileSystem& files) {
  if (options.manifest.empty()) return status_by_record(options, files);
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
      auto error = options.require ? unmet_by(verdict, *options.require) : std::nullopt;
      if (error) missed.push_back(*std::move(error));
    }
    const auto pending =
        pending_of((*session)->manifest(), tree.root.spec->name, tree.record,
                   [&](const TreePath& path) { return tree.root.tree().look(path); });
    outcome.pending.insert(outcome.pending.end(), pending.begin(), pending.end());
    const auto checks = pending_checks({(*session)->manifest(), tree.root.spec->name,
                                        tree.record.stack, left_out_in(*tree.assessment)},
                                       tree.record);
    outcome.pending_checks.insert(outcome.pending_checks.end(), checks.begin(), checks.end());
  }
  if (options.require) {
    append(outcome.diagnostics, std::move(missed));
    append(outcome.diagnostics, unmet(outcome.pending));
    append(outcome.diagnostics, unmet(outcome.pending_checks));
  }
  outcome.summary = summary_of(outcome);
  const ExitCode exit = reporting_exit(outcome.diagnostics);
  return concluded(std::move(outcome), exit);
}

}  // namespace patcher
