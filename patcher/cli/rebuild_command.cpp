// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/rebuilding.hpp"
#include "patcher/cli/session.hpp"

namespace patcher {
namespace {

/// Errors for ids that name no rebuild of a tree of the run.
Diagnostics unknown_ids(const Session& session, const Options& options) {
  std::vector<std::string_view> known;
  for (const Rebuild& rebuild : session.manifest().rebuilds) {
    const bool in_run = std::ranges::any_of(session.trees(), [&](const SessionTree& tree) {
      return tree.root.spec->name == rebuild.tree;
    });
    if (in_run) known.push_back(rebuild.id);
  }
  Diagnostics errors;
  for (const std::string& id : options.ids) {
    if (std::ranges::find(known, id) != known.end()) continue;
    errors.push_back(
        usage_error(fmt::format("there is no rebuild '{}'", id),
                    known.empty() ? std::string("the manifest has none for these trees")
                                  : fmt::format("the manifest has: {}", fmt::join(known, ", "))));
  }
  return errors;
}

/// What a module must not be built of: bytes that nobody knows.
Diagnostics unknown_bytes(const Session& session) {
  Diagnostics errors;
  for (const SessionTree& tree : session.trees()) {
    for (const Verdict& verdict : tree.assessment->verdicts()) {
      if (verdict.outcome.state == State::modified) append(errors, verdict.why);
    }
  }
  return errors;
}

std::string summary_of(const Outcome& outcome) {
  if (has_error(outcome.diagnostics)) {
    return fmt::format("{}: {}{}", outcome.manifest, counted_faults(outcome.diagnostics),
                       rebuild_words(outcome, RebuildPolicy::automatic, RunMode::real));
  }
  const std::string words = rebuild_words(outcome, RebuildPolicy::automatic, RunMode::real);
  return outcome.manifest + (words.empty() ? ": nothing to rebuild" : ":" + words.substr(1));
}

}  // namespace

Outcome rebuild_command(const Options& options, const Means& means) {
  Outcome outcome = begun(options);
  auto session = Session::open(options, Session::Hold::write, means.files, outcome);
  if (!session) return failed(std::move(outcome), std::move(session).error());
  append(outcome.diagnostics, unknown_ids(**session, options));
  append(outcome.diagnostics, unknown_bytes(**session));
  for (const SessionTree& tree : (*session)->trees()) {
    for (const Verdict& verdict : tree.assessment->verdicts()) {
      outcome.patches.push_back(verdict.outcome);
    }
  }
  if (!has_error(outcome.diagnostics)) {
    make_rebuilds(**session, {RebuildPolicy::automatic, options.ids}, means, outcome);
    append(outcome.diagnostics, pending_elsewhere((*session)->manifest(), outcome.pending));
  }
  outcome.summary = summary_of(outcome);
  const ExitCode exit = strict_exit(outcome.diagnostics);
  return concluded(std::move(outcome), exit);
}

}  // namespace patcher
