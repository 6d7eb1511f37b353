// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "patcher/cli/checking.hpp"
#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/rebuilding.hpp"
#include "patcher/cli/session.hpp"

namespace patcher {
namespace {

bool is_wanted(const Options& options, const Check& check, const Patch* patch) {
  return options.ids.empty() || is_named(options.ids, check, patch);
}

bool is_in_run(const Session& session, std::string_view tree) {
  return std::ranges::any_of(session.trees(), [&](const SessionTree& candidate) {
    return candidate.root.spec->name == tree;
  });
}

/// By what the checks of the run's trees can be named.
std::set<std::string> known_ids(const Session& session) {
  std::set<std::string> known;
  for (const Patch& patch : session.manifest().patches) {
    if (patch.checks.empty() || !is_in_run(session, patch.tree)) continue;
    known.insert(patch.id);
    for (const Check& check : patch.checks) known.insert(check.id);
  }
  for (const Check& check : session.manifest().checks) {
    if (is_in_run(session, check.tree)) known.insert(check.id);
  }
  known.erase("");
  return known;
}

Diagnostics unknown_ids(const Session& session, const Options& options) {
  const std::set<std::string> known = known_ids(session);
  Diagnostics errors;
  for (const std::string& id : options.ids) {
    if (known.contains(id)) continue;
    errors.push_back(
        usage_error(fmt::format("there is no check '{}', and no patch of that id has any", id),
                    known.empty() ? std::string("no check of these trees has a name")
                                  : fmt::format("these can be named: {}", fmt::join(known, ", "))));
  }
  return errors;
}

/// Ids of the patches that must be applied for what is asked in `tree`.
std::set<std::string> judged_patches(const Session& session, const Options& options,
                                     const std::string& tree) {
  std::set<std::string> ids;
  const Manifest& manifest = session.manifest();
  const bool judges_set = std::ranges::any_of(manifest.checks, [&](const Check& check) {
    return check.tree == tree && is_wanted(options, check, nullptr);
  });
  for (const Patch& patch : manifest.patches) {
    const bool is_judged = std::ranges::any_of(
        patch.checks, [&](const Check& check) { return is_wanted(options, check, &patch); });
    if (patch.tree == tree && (judges_set || is_judged)) ids.insert(patch.id);
  }
  return ids;
}

Diagnostic not_applied(const PatchOutcome& patch) {
  Diagnostic error;
  error.code = Code::state_required;
  error.message = fmt::format("patch '{}' is {}, so that its checks have nothing to judge",
                              patch.id, name_of(*patch.state));
  error.patch = patch.id;
  error.tree = patch.tree;
  error.hint = "'patcher apply' applies it and runs its checks";
  return error;
}

/// Errors for what is not there to be judged.
Diagnostics not_there(const Session& session, const Options& options, const Outcome& outcome) {
  Diagnostics errors;
  for (const SessionTree& tree : session.trees()) {
    const auto judged = judged_patches(session, options, tree.root.spec->name);
    for (const Verdict& verdict : tree.assessment->verdicts()) {
      const PatchOutcome& patch = verdict.outcome;
      const bool is_there = is_left_out(patch) || patch.state == State::applied;
      if (judged.contains(patch.id) && !is_there) errors.push_back(not_applied(patch));
    }
  }
  for (const PendingRebuild& pending : outcome.pending) {
    Diagnostic error;
    error.code = Code::state_required;
    error.message = fmt::format(
        "rebuild '{}' of tree '{}' is pending: what would be judged is not "
        "built",
        pending.id, pending.tree);
    error.tree = pending.tree;
    error.hint = way_to_make(pending, session.manifest());
    errors.push_back(std::move(error));
  }
  return errors;
}

std::string summary_of(const Outcome& outcome) {
  const std::string words = check_words(outcome, RunMode::real);
  if (has_error(outcome.diagnostics)) {
    return fmt::format("{}: {}{}", outcome.manifest, counted_faults(outcome.diagnostics), words);
  }
  return outcome.manifest + (words.empty() ? ": nothing to check" : ":" + words.substr(1));
}

}  // namespace

Outcome check_command(const Options& options, const Means& means) {
  Outcome outcome = begun(options);
  auto session = Session::open(options, Session::Hold::write, means.files, outcome);
  if (!session) return failed(std::move(outcome), std::move(session).error());
  for (const SessionTree& tree : (*session)->trees()) {
    for (const Verdict& verdict : tree.assessment->verdicts()) {
      outcome.patches.push_back(verdict.outcome);
    }
  }
  outcome.pending = pending_rebuilds(**session);
  append(outcome.diagnostics, unknown_ids(**session, options));
  append(outcome.diagnostics, not_there(**session, options, outcome));
  if (!has_error(outcome.diagnostics)) {
    run_checks(**session, {ChecksWanted::all, options.ids, options.provided}, means, outcome);
  }
  outcome.summary = summary_of(outcome);
  const ExitCode exit = strict_exit(outcome.diagnostics);
  return concluded(std::move(outcome), exit);
}

}  // namespace patcher
