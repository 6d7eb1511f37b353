// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/session.hpp"
#include "patcher/report/patch_report.hpp"

namespace patcher {

Outcome list_command(const Options& options) {
  Outcome outcome = begun(options);
  const Result<Manifest> manifest = load(options, outcome);
  if (!manifest) return failed(std::move(outcome), manifest.error());
  for (const TreeSpec& tree : manifest->trees) {
    outcome.trees.push_back({tree.name, {}, tree.commit, {}});
  }
  for (const Patch& patch : manifest->patches) {
    if (!options.tree.empty() && patch.tree != options.tree) continue;
    PatchOutcome listed{patch.id, patch.tree, patch.title, {}, {}};
    listed.optional = patch.optional;
    if (patch.when) listed.when = spelled(*patch.when);
    for (std::size_t i = 0; i < patch.edits.size(); ++i) {
      listed.edits.push_back({i, file_of(patch.edits[i]).str(), {}, {}});
    }
    outcome.patches.push_back(std::move(listed));
  }
  for (const LedgerEntry& entry : manifest->ledger) {
    if (!options.tree.empty() && entry.tree != options.tree) continue;
    outcome.ledger.push_back({entry.id, entry.tree, entry.why, entry.links});
  }
  outcome.summary =
      fmt::format("{}: {}, {} known and not carried", outcome.manifest,
                  counted(outcome.patches.size(), "patch", "patches"), outcome.ledger.size());
  return concluded(std::move(outcome), ExitCode::done);
}

}  // namespace patcher
