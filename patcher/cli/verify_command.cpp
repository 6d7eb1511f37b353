// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/locks.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/plan/drill.hpp"
#include "patcher/plan/evidence_check.hpp"
#include "patcher/plan/round_trip.hpp"

namespace patcher {
namespace {

bool is_selected(const Options& options, const PatchOutcome& patch) {
  return options.only.empty() || options.only.contains(patch.id);
}

/// What a round trip of one patch says that the whole set's did not. That it stands on another
/// patch is no fault of either.
Diagnostics said_of_one(const std::string& id, RoundTrip trip) {
  Diagnostics said;
  for (Diagnostic& diagnostic : trip.said) {
    if (diagnostic.severity != Severity::error) continue;
    if (diagnostic.code == Code::patch_blocked) {
      diagnostic.severity = Severity::note;
      diagnostic.message = fmt::format("'{}' does not stand alone: {}", id, diagnostic.message);
      diagnostic.hint.clear();
    } else {
      diagnostic.notes.push_back({fmt::format("patch '{}' by itself", id)});
    }
    said.push_back(std::move(diagnostic));
  }
  return said;
}

/// Proves each patch that the set was proved with by itself.
Diagnostics prove_each(const Assessment& base, const Options& options) {
  Diagnostics said;
  for (const Verdict& verdict : base.verdicts()) {
    const PatchOutcome& patch = verdict.outcome;
    const bool is_meant = verdict.patch != nullptr && patch.state == State::pristine;
    if (!is_meant || !is_selected(options, patch)) continue;
    append(said, said_of_one(patch.id, round_trip(base, {patch.id})));
  }
  return said;
}

/// Proves one tree's part of the set; gives how many files came back.
std::size_t prove(const SessionTree& tree, const Options& options, Outcome& outcome) {
  for (const Verdict& verdict : tree.assessment->verdicts()) {
    if (is_selected(options, verdict.outcome)) outcome.patches.push_back(verdict.outcome);
  }
  append(outcome.diagnostics, tree.assessment->notes());
  const Result<SetBase> base = SetBase::below(*tree.assessment);
  if (!base) {
    append(outcome.diagnostics, base.error().diagnostics());
    return 0;
  }
  RoundTrip trip = round_trip(base->assessment(), options.only);
  const bool is_proved = !has_error(trip.said);
  append(outcome.diagnostics, std::move(trip.said));
  append(outcome.diagnostics, false_evidence(base->assessment(), options.only));
  if (is_proved && options.each == Each::yes) {
    append(outcome.diagnostics, prove_each(base->assessment(), options));
  }
  if (options.drill == Drilling::yes) {
    Drill drilled = drill(base->assessment(), options.only);
    std::ranges::move(drilled.patches, std::back_inserter(outcome.drills));
    append(outcome.diagnostics, std::move(drilled.said));
  }
  return trip.came_back.size();
}

/// What a drill came to, for the summary; empty where there was none.
std::string counted_mutants(const Outcome& outcome) {
  using Fate = MutantOutcome::Verdict;
  const std::vector<PatchDrill>& drills = outcome.drills;
  if (drills.empty()) return {};
  const std::size_t refused = count_of(drills, Fate::refused);
  const std::size_t wrong = count_of(drills, Fate::accepted) + count_of(drills, Fate::unexpected);
  return fmt::format("; {} of {} refused, {} harmless, {} not applicable", refused,
                     counted(refused + wrong, "mutant", "mutants"),
                     count_of(drills, Fate::harmless), count_of(drills, Fate::not_applicable));
}

std::string summary_of(const Outcome& outcome, std::size_t files) {
  const std::string patches = counted(outcome.patches);
  if (has_error(outcome.diagnostics)) {
    return fmt::format("{}: not proved: {}; {}{}", outcome.manifest,
                       counted_faults(outcome.diagnostics), patches, counted_mutants(outcome));
  }
  return fmt::format("{}: proved in memory; {}; {} would change and come back{}", outcome.manifest,
                     patches, counted(files, "file", "files"), counted_mutants(outcome));
}

}  // namespace

Outcome verify_command(const Options& options, FileSystem& files) {
  Outcome outcome = begun(options);
  const auto session = Session::open(options, Session::Hold::read, files, outcome);
  if (!session) return failed(std::move(outcome), session.error());
  append(outcome.diagnostics, lock_faults(**session, Witness::record));
  std::size_t came_back = 0;
  for (const SessionTree& tree : (*session)->trees()) came_back += prove(tree, options, outcome);
  outcome.summary = summary_of(outcome, came_back);
  const ExitCode exit = strict_exit(outcome.diagnostics);
  return concluded(std::move(outcome), exit);
}

}  // namespace patcher
