// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/session.hpp"

namespace patcher {
namespace {

bool is_selected(const Options& options, const PatchOutcome& patch) {
  return options.only.empty() || options.only.contains(patch.id);
}

/// Errors for every patch that is not as `--require` wants it.
Diagnostics unmet(const Options& options, const Outcome& outcome) {
  Diagnostics errors;
  for (const PatchOutcome& patch : outcome.patches) {
    if (!is_selected(options, patch) || patch.state == *options.require) continue;
    Diagnostic diagnostic;
    diagnostic.code = Code::state_required;
    diagnostic.message = fmt::format("patch '{}' is {}, required is {}", patch.id,
                                     name_of(*patch.state), name_of(*options.require));
    diagnostic.patch = patch.id;
    diagnostic.tree = patch.tree;
    errors.push_back(std::move(diagnostic));
  }
  for (const PendingRebuild& pending : outcome.pending) {
    Diagnostic diagnostic;
    diagnostic.code = Code::state_required;
    diagnostic.message = fmt::format("rebuild '{}' of tree '{}' is pending", pending.id,
                                     pending.tree);
    diagnostic.tree = pending.tree;
    errors.push_back(std::move(diagnostic));
  }
  return errors;
}

}  // namespace

Outcome status_command(const Options& options) {
  Outcome outcome = begun(options);
  auto session = Session::open(options, Session::Hold::read, outcome);
  if (!session) return failed(std::move(outcome), std::move(session).error());
  for (const SessionTree& tree : (*session)->trees()) {
    append(outcome.diagnostics, tree.assessment->notes());
    for (const Verdict& verdict : tree.assessment->verdicts()) {
      if (!is_selected(options, verdict.outcome)) continue;
      outcome.patches.push_back(verdict.outcome);
      append(outcome.diagnostics, verdict.why);
    }
    const auto& pending = tree.record.pending;
    outcome.pending.insert(outcome.pending.end(), pending.begin(), pending.end());
  }
  if (options.require) append(outcome.diagnostics, unmet(options, outcome));
  outcome.summary = fmt::format("{}: {}", outcome.manifest, counted(outcome.patches));
  if (!outcome.pending.empty()) {
    outcome.summary += fmt::format("; {} rebuilds pending", outcome.pending.size());
  }
  return concluded(std::move(outcome), reporting_exit(outcome.diagnostics));
}

}  // namespace patcher
