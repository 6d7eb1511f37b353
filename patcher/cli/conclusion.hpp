// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "patcher/cli/exit_code.hpp"
#include "patcher/cli/options.hpp"
#include "patcher/core/result.hpp"
#include "patcher/plan/outcome.hpp"

namespace patcher {

/// `outcome` of a run that could not begin, with the reasons and a summary that counts them.
[[nodiscard]] Outcome failed(Outcome outcome, Failure failure);

/// `outcome` with its exit code.
[[nodiscard]] Outcome concluded(Outcome outcome, ExitCode exit);

/// `2 patches applied, 1 drifted`: how many patches are in each state, in the patches' order.
[[nodiscard]] std::string counted(const std::vector<PatchOutcome>& patches);

/// The summary of a writing command that met errors: nothing was written, or, where files did
/// change before the error was met, that they did.
[[nodiscard]] std::string refusal_summary(const Outcome& outcome);

/// What a run does whose files and patches all stay: nothing, or that it brings the records of
/// trees in line with files that were put back by hand.
[[nodiscard]] std::string idle_deeds(const Outcome& outcome, RunMode mode);

/// `; 2 checks passed; 1 check not run`, for a summary; empty where there is none.
[[nodiscard]] std::string check_words(const Outcome& outcome, RunMode mode);

/// `; 1 rebuild pending; 2 checks pending`; empty where nothing is.
[[nodiscard]] std::string pending_words(const Outcome& outcome);

/// `1 patch`, `2 patches`.
[[nodiscard]] std::string counted(std::size_t count, std::string_view one, std::string_view many);

/// `1 error, 2 warnings`; empty when there is neither.
[[nodiscard]] std::string counted_faults(const Diagnostics& diagnostics);

}  // namespace patcher
