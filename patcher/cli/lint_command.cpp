// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/plan/family_report.hpp"
#include "patcher/tree/worktree.hpp"

namespace patcher {
namespace {

std::size_t sum_of(const std::vector<FamilyOutcome>& families, std::size_t FamilyOutcome::* count) {
  std::size_t sum = 0;
  for (const FamilyOutcome& family : families) sum += family.*count;
  return sum;
}

/// Reports on the families of one tree.
Outcome lint_tables(const Options& options, FileSystem& files) {
  Outcome outcome = begun(options);
  const auto tree = Worktree::open(options.tables, files);
  if (!tree) return failed(std::move(outcome), tree.error());
  auto report = report_families(**tree);
  if (!report) return failed(std::move(outcome), report.error());
  outcome.families = std::move(report->families);
  append(outcome.diagnostics, std::move(report->found));
  const std::string faults = counted_faults(outcome.diagnostics);
  outcome.summary = fmt::format(
      "{}: {}, {}, {}; {}", options.tables, counted(outcome.families.size(), "family", "families"),
      counted(sum_of(outcome.families, &FamilyOutcome::tables), "table", "tables"),
      counted(sum_of(outcome.families, &FamilyOutcome::rows), "row", "rows"),
      faults.empty() ? std::string("no fault found") : faults);
  const ExitCode exit = strict_exit(outcome.diagnostics);
  return concluded(std::move(outcome), exit);
}

}  // namespace

Outcome lint_command(const Options& options, FileSystem& files) {
  if (!options.tables.empty()) return lint_tables(options, files);
  Outcome outcome = begun(options);
  const Result<Manifest> manifest = load(options, outcome);
  if (!manifest) {
    outcome = failed(std::move(outcome), manifest.error());
    outcome.summary = fmt::format("{}: {}", options.manifest, counted_faults(outcome.diagnostics));
    return outcome;
  }
  const std::string faults = counted_faults(outcome.diagnostics);
  outcome.summary = fmt::format("{}: {}, {}", options.manifest,
                                counted(manifest->patches.size(), "patch", "patches"),
                                faults.empty() ? std::string("no fault found") : faults);
  const ExitCode exit = strict_exit(outcome.diagnostics);
  return concluded(std::move(outcome), exit);
}

}  // namespace patcher
