// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/session.hpp"

namespace patcher {

Outcome lint_command(const Options& options) {
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
