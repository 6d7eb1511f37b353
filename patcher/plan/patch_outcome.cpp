// SPDX-License-Identifier: MIT
#include "patcher/plan/patch_outcome.hpp"

#include <algorithm>
#include <iterator>

#include "patcher/plan/record.hpp"

namespace patcher {

PatchOutcome outcome_of(const Patch& patch, State state) {
  PatchOutcome outcome{patch.id, patch.tree, patch.title, state, {}};
  for (std::size_t i = 0; i < patch.edits.size(); ++i) {
    outcome.edits.push_back({patch.edits[i].number, file_of(patch.edits[i]).str(), state, {}});
  }
  return outcome;
}

PatchOutcome outcome_of(const RecordedPatch& recorded, State state) {
  return {recorded.patch, recorded.tree, recorded.title, state, {}, recorded.adopted};
}

/// The same for a patch as it was sited, with what its edits are.
PatchOutcome outcome_of(const PatchFinding& finding, State state) {
  PatchOutcome outcome = outcome_of(*finding.patch, state);
  for (std::size_t i = 0; i < finding.edits.size(); ++i) {
    outcome.edits[i].alternative = finding.edits[i].alternative;
    if (!finding.edits[i].left_out) continue;
    outcome.edits[i].state = finding.edits[i].state;
    outcome.edits[i].left_out = finding.patch->edits[i].optional;
  }
  return outcome;
}

Diagnostics warnings_of(const PatchFinding& finding) {
  Diagnostics warnings;
  std::copy_if(
      finding.diagnostics.begin(), finding.diagnostics.end(), std::back_inserter(warnings),
      [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::warning; });
  return warnings;
}

}  // namespace patcher
