// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/locks.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/plan/diffs.hpp"
#include "patcher/plan/tree_plan.hpp"

namespace patcher {
namespace {

std::string summary_of(const Options& options, const Outcome& outcome) {
  const std::string files = counted(outcome.diffs.size(), "file", "files");
  if (options.side == DiffSide::applied) {
    return fmt::format("{}: {} changed from the base", outcome.manifest, files);
  }
  if (has_error(outcome.diagnostics)) {
    return fmt::format("{}: apply would refuse ({}); what fits changes {}", outcome.manifest,
                       counted_faults(outcome.diagnostics), files);
  }
  return fmt::format("{}: apply would change {}", outcome.manifest, files);
}

}  // namespace

Outcome diff_command(const Options& options, FileSystem& files) {
  Outcome outcome = begun(options);
  auto session = Session::open(options, Session::Hold::read, files, outcome);
  if (!session) return failed(std::move(outcome), std::move(session).error());
  append(outcome.diagnostics, lock_faults(**session, Witness::record));
  for (const SessionTree& tree : (*session)->trees()) {
    std::vector<FileDiff> diffs = options.side == DiffSide::applied
                                      ? diffs_applied(*tree.assessment, options.only)
                                      : diffs_to_come(*tree.assessment, options.only);
    for (const FileDiff& diff : diffs) outcome.changed.push_back({diff.tree, diff.path});
    std::move(diffs.begin(), diffs.end(), std::back_inserter(outcome.diffs));
    append(outcome.diagnostics, tree.assessment->notes());
    TreePlan plan = plan_apply(*tree.assessment, options.only);
    append(outcome.diagnostics, std::move(plan.refusals));
    std::move(plan.patches.begin(), plan.patches.end(), std::back_inserter(outcome.patches));
  }
  outcome.summary = summary_of(options, outcome);
  const ExitCode exit = reporting_exit(outcome.diagnostics);
  return concluded(std::move(outcome), exit);
}

}  // namespace patcher
