// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "patcher/cli/commands.hpp"
#include "patcher/cli/conclusion.hpp"
#include "patcher/cli/known_patch.hpp"
#include "patcher/cli/session.hpp"

namespace patcher {
namespace {

/// The patch as it stands in the tree of `--root`.
Outcome shown_in_tree(const Options& options, FileSystem& files, Outcome outcome) {
  Options one = options;
  one.only = {options.id};
  outcome.diagnostics.clear();  // The session reads the manifest again, and warns again.
  const auto session = Session::open(one, Session::Hold::read, files, outcome);
  if (!session) return failed(std::move(outcome), session.error());
  for (const SessionTree& tree : (*session)->trees()) {
    const Verdict* verdict = tree.assessment->verdict_of(options.id);
    if (verdict != nullptr) outcome.patches = {verdict->outcome};
    if (verdict != nullptr) append(outcome.diagnostics, verdict->why);
  }
  outcome.summary += fmt::format("; {}", counted(outcome.patches));
  const ExitCode exit = reporting_exit(outcome.diagnostics);
  return concluded(std::move(outcome), exit);
}

}  // namespace

Outcome show_command(const Options& options, FileSystem& files) {
  Outcome outcome = begun(options);
  const Result<Manifest> manifest = load(options, outcome);
  if (!manifest) return failed(std::move(outcome), manifest.error());
  const Status known = known_patch(*manifest, options.id);
  if (!known) return failed(std::move(outcome), known.error());
  const auto patch = std::find_if(manifest->patches.begin(), manifest->patches.end(),
                                  [&](const Patch& p) { return p.id == options.id; });
  outcome.shown = std::make_shared<const Patch>(*patch);
  PatchOutcome listed{patch->id, patch->tree, patch->title, {}, {}};
  for (std::size_t i = 0; i < patch->edits.size(); ++i) {
    listed.edits.push_back({i, file_of(patch->edits[i]).str(), {}, {}});
  }
  outcome.patches.push_back(std::move(listed));
  outcome.summary = fmt::format("{}: {}", patch->id, counted(patch->edits.size(), "edit", "edits"));
  if (!options.roots.empty()) return shown_in_tree(options, files, std::move(outcome));
  return concluded(std::move(outcome), ExitCode::done);
}

}  // namespace patcher
