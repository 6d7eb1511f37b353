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
#include "patcher/plan/adoption.hpp"

namespace patcher {
namespace {

std::string words_of(const Manifest& manifest, const Options& options, const Outcome& outcome) {
  std::string words = rebuild_words(outcome, options.rebuild, options.mode);
  if (words.empty()) {
    words = manifest.rebuilds.empty() ? "; no rebuilds in the manifest" : "; nothing to rebuild";
  }
  return words + check_words(outcome, options.mode);
}

struct Deed {
  std::size_t count;
  std::string_view one, many;
  std::string_view done, to_do;
};

/// What the run did, or what a dry run would do: "1 patch upgraded, 2 files changed".
std::string deeds_of(const Options& options, const Outcome& outcome) {
  const Settled& settled = outcome.settled;
  std::vector<std::string> words;
  for (const Deed& deed : {Deed{settled.adopted.size(), "patch", "patches", "adopted", "adopt"},
                           Deed{settled.upgraded.size(), "patch", "patches", "upgraded", "upgrade"},
                           Deed{settled.removed.size(), "patch", "patches", "removed", "remove"},
                           Deed{outcome.changed.size(), "file", "files", "changed", "change"}}) {
    if (deed.count == 0) continue;
    const std::string what = counted(deed.count, deed.one, deed.many);
    words.push_back(options.mode == RunMode::dry ? fmt::format("{} {}", deed.to_do, what)
                                                 : fmt::format("{} {}", what, deed.done));
  }
  if (words.empty()) return idle_deeds(outcome, options.mode);
  return fmt::format("{}{}", options.mode == RunMode::dry ? "would " : "", fmt::join(words, ", "));
}

std::string summary_of(const Manifest& manifest, const Options& options, const Outcome& outcome) {
  if (has_error(outcome.diagnostics)) {
    return refusal_summary(outcome);
  }
  return fmt::format("{}: {}; {}{}", outcome.manifest, deeds_of(options, outcome),
                     counted(outcome.patches), words_of(manifest, options, outcome));
}

}  // namespace

Outcome apply_command(const Options& options, const Means& means) {
  Outcome outcome = begun(options);
  auto session = Session::open(options, Session::Hold::write, means.files, outcome);
  if (!session) return failed(std::move(outcome), std::move(session).error());
  const bool adopts = options.adopt == Adopt::yes;
  append(outcome.diagnostics,
         lock_faults(**session, adopts ? Witness::record_or_lock : Witness::record));
  std::vector<TreePlan> plans;
  for (const SessionTree& tree : (*session)->trees()) {
    plans.push_back(adopts ? plan_adopting(*tree.assessment, options.only)
                           : plan_apply(*tree.assessment, options.only));
  }
  hold_to_lock(**session, outcome, plans);
  carry_out(**session, std::move(plans), options, outcome);
  const Manifest& manifest = (*session)->manifest();
  follow_with_rebuilds(**session, options, means, outcome);
  follow_with_checks(**session, options, means, outcome);
  tell_what_stands(**session, outcome);
  const bool is_real = options.mode == RunMode::real && !has_error(outcome.diagnostics);
  if (is_real) append(outcome.diagnostics, waiting_checks(**session));
  outcome.summary = summary_of(manifest, options, outcome);
  const ExitCode exit = strict_exit(outcome.diagnostics);
  return concluded(std::move(outcome), exit);
}

}  // namespace patcher
