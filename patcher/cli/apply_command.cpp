// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <utility>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/locks.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/cli/writing.hpp"

namespace patcher {
namespace {

bool is_in_run(const Options& options, const Patch& patch) {
  return (options.only.empty() || options.only.contains(patch.id)) &&
         (options.tree.empty() || options.tree == patch.tree);
}

Diagnostic not_run(const Check& check, const std::string& patch) {
  Diagnostic note;
  note.severity = Severity::warning;
  note.code = Code::check_not_run;
  note.message =
      fmt::format("check '{}' not run: this version cannot run checks", fmt::join(check.run, " "));
  note.where = check.where;
  note.patch = patch;
  return note;
}

void name_checks(const Manifest& manifest, const Options& options, Outcome& outcome) {
  for (const Patch& patch : manifest.patches) {
    if (!is_in_run(options, patch)) continue;
    for (const Check& check : patch.checks) {
      outcome.diagnostics.push_back(not_run(check, patch.id));
    }
  }
  for (const Check& check : manifest.checks) outcome.diagnostics.push_back(not_run(check, ""));
}

std::string rebuild_words(const Manifest& manifest, const Outcome& outcome) {
  if (!outcome.pending.empty()) {
    return fmt::format("; {} pending", counted(outcome.pending.size(), "rebuild", "rebuilds"));
  }
  return manifest.rebuilds.empty() ? "; no rebuilds in the manifest" : "; nothing to rebuild";
}

std::string summary_of(const Manifest& manifest, const Options& options, const Outcome& outcome) {
  if (has_error(outcome.diagnostics)) {
    return refusal_summary(outcome);
  }
  const std::string files = counted(outcome.changed.size(), "file", "files");
  const std::string did = outcome.changed.empty()        ? std::string("nothing to do")
                          : options.mode == RunMode::dry ? fmt::format("would change {}", files)
                                                         : fmt::format("{} changed", files);
  return fmt::format("{}: {}; {}{}", outcome.manifest, did, counted(outcome.patches),
                     rebuild_words(manifest, outcome));
}

}  // namespace

Outcome apply_command(const Options& options, FileSystem& files) {
  Outcome outcome = begun(options);
  auto session = Session::open(options, Session::Hold::write, files, outcome);
  if (!session) return failed(std::move(outcome), std::move(session).error());
  append(outcome.diagnostics, lock_faults(**session, Witness::record));
  std::vector<TreePlan> plans;
  for (const SessionTree& tree : (*session)->trees()) {
    plans.push_back(plan_apply(*tree.assessment, options.only));
  }
  hold_to_lock(**session, outcome, plans);
  carry_out(**session, std::move(plans), options, outcome);
  const Manifest& manifest = (*session)->manifest();
  if (!has_error(outcome.diagnostics)) name_checks(manifest, options, outcome);
  outcome.summary = summary_of(manifest, options, outcome);
  const ExitCode exit = strict_exit(outcome.diagnostics);
  return concluded(std::move(outcome), exit);
}

}  // namespace patcher
