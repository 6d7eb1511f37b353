// SPDX-License-Identifier: MIT
#include "patcher/cli/record_status.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/requirement.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/plan/recorded_state.hpp"

namespace patcher {
namespace {

Diagnostic nothing_applied(const OpenRoot& root) {
  Diagnostic diagnostic;
  diagnostic.code = Code::state_required;
  diagnostic.message =
      fmt::format("nothing is recorded in '{}', required is applied", root.where());
  diagnostic.tree = root.spec->name;
  return diagnostic;
}

/// The checks that must still pass by the record alone.
std::vector<PendingCheck> open_checks(const SessionTree& tree) {
  std::vector<PendingCheck> open;
  for (const JudgedCheck& check : tree.record.checks) {
    if (check.verdict == JudgedCheck::Verdict::open) open.push_back(check.name);
  }
  return open;
}

Diagnostics unmet_in(const SessionTree& tree, const RecordedStates& states, State required) {
  Diagnostics errors;
  for (const PatchOutcome& patch : states.patches) {
    if (auto error = unmet(required, patch)) errors.push_back(*std::move(error));
  }
  if (states.patches.empty() && required == State::applied) {
    errors.push_back(nothing_applied(tree.root));
  }
  append(errors, unmet(tree.record.pending));
  append(errors, unmet(open_checks(tree)));
  return errors;
}

std::string summary_of(const Outcome& outcome) {
  if (outcome.patches.empty() && outcome.pending.empty()) return "no record: nothing is applied";
  return fmt::format("record: {}{}", counted(outcome.patches), pending_words(outcome));
}

}  // namespace

Outcome status_by_record(const Options& options, FileSystem& files) {
  Outcome outcome = begun(options);
  const auto session = Session::open(options, Session::Hold::read, files, outcome);
  if (!session) return failed(std::move(outcome), session.error());
  Diagnostics missed;
  for (const SessionTree& tree : (*session)->trees()) {
    RecordedStates states = recorded_states(tree.record, tree.root.tree(), *tree.cache);
    if (options.require) append(missed, unmet_in(tree, states, *options.require));
    append(outcome.diagnostics, std::move(states.why));
    std::move(states.patches.begin(), states.patches.end(), std::back_inserter(outcome.patches));
    const auto& pending = tree.record.pending;
    outcome.pending.insert(outcome.pending.end(), pending.begin(), pending.end());
    std::ranges::move(open_checks(tree), std::back_inserter(outcome.pending_checks));
  }
  append(outcome.diagnostics, std::move(missed));
  outcome.summary = summary_of(outcome);
  const ExitCode exit = reporting_exit(outcome.diagnostics);
  return concluded(std::move(outcome), exit);
}

}  // namespace patcher
