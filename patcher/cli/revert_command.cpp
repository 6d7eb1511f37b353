// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <utility>

#include "patcher/cli/checking.hpp"
#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/locks.hpp"
#include "patcher/cli/rebuilding.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/cli/writing.hpp"

namespace patcher {
namespace {

std::string summary_of(const Options& options, const Outcome& outcome) {
  if (has_error(outcome.diagnostics)) {
    return refusal_summary(outcome);
  }
  const std::string files = counted(outcome.changed.size(), "file", "files");
  const std::string did = outcome.changed.empty()        ? idle_deeds(outcome, options.mode)
                          : options.mode == RunMode::dry ? fmt::format("would restore {}", files)
                                                         : fmt::format("{} restored", files);
  const std::string patches =
      options.recorded.empty()
          ? counted(outcome.patches)
          : fmt::format("{} by the record",
                        counted(outcome.settled.removed.size(), "patch", "patches"));
  return fmt::format("{}: {}; {}{}{}", outcome.manifest, did, patches,
                     rebuild_words(outcome, options.rebuild, options.mode),
                     check_words(outcome, options.mode));
}

/// By the record alone, all that it has of the manifest's name are orphans, to be taken out.
TreePlan plan_for(const Options& options, const Assessment& assessment) {
  return options.recorded.empty() ? plan_revert(assessment, options.only)
                                  : plan_apply(assessment, {});
}

}  // namespace

Outcome revert_command(const Options& options, const Means& means) {
  Outcome outcome = begun(options);
  auto session = Session::open(options, Session::Hold::write, means.files, outcome);
  if (!session) return failed(std::move(outcome), std::move(session).error());
  append(outcome.diagnostics, lock_faults(**session, Witness::record_or_lock));
  std::vector<TreePlan> plans;
  for (const SessionTree& tree : (*session)->trees()) {
    plans.push_back(plan_for(options, *tree.assessment));
  }
  go_by_lock(**session, options, plans);
  hold_to_lock(**session, outcome, plans);
  carry_out(**session, std::move(plans), options, outcome);
  follow_with_rebuilds(**session, options, means, outcome);
  follow_with_checks(**session, options, means, outcome);
  tell_what_stands(**session, outcome);
  outcome.summary = summary_of(options, outcome);
  const ExitCode exit = strict_exit(outcome.diagnostics);
  return concluded(std::move(outcome), exit);
}

}  // namespace patcher
