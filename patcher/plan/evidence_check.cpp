// SPDX-License-Identifier: MIT
#include "patcher/plan/evidence_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "patcher/plan/claim.hpp"
#include "patcher/plan/finding.hpp"
#include "patcher/plan/target.hpp"

namespace patcher {
namespace {

Diagnostic untrue(const Patch& patch, const Claim& claim, std::string message, std::string hint) {
  Diagnostic diagnostic = about(patch, Code::claim_untrue, std::move(message), std::move(hint));
  diagnostic.where = claim.where;
  diagnostic.target.file = claim.file.str();
  return diagnostic;
}

/// `view` without the text at the places of the anchors of `finding`.
View without_anchors(const PatchFinding& finding, View view) {
  std::map<TreePath, Splices> cuts;
  for (std::size_t i = 0; i < finding.edits.size(); ++i) {
    const Edit& edit = finding.patch->edits[i];
    if (!std::holds_alternative<TextEdit>(edit.what) || finding.edits[i].left_out) continue;
    for (const ByteRange& place : finding.edits[i].places) {
      cuts[file_of(edit)].push_back({place, ""});
    }
  }
  for (auto& [path, splices] : cuts) {
    const Result<Entry> entry = view.look(path);
    if (!entry || !entry->is_file()) continue;
    sort(splices);
    // Overlapping places count, but a byte goes only once.
    for (std::size_t i = 1; i < splices.size(); ++i) {
      ByteRange& range = splices[i].range;
      range.begin = std::max(range.begin, splices[i - 1].range.end);
      range.end = std::max(range.end, range.begin);
    }
    view.put(path, regular_file(spliced(*entry->bytes, splices), entry->mode));
  }
  return view;
}

Diagnostics faults_of(const Placed& placed, SourceCache& cache) {
  const Patch& patch = *placed.item.patch;
  View result = placed.before;
  result.advance(*placed.step);
  const View cut = without_anchors(*placed.finding, placed.before);
  Diagnostics faults;
  for (const Claim& claim : patch.obsolete_if) {
    if (!why_not(claim, result, cache)) {
      faults.push_back(untrue(patch, claim,
                              "'obsolete_if' holds on the patch's own result, which is no "
                              "evidence of another cure",
                              "name something that the patch does not bring itself"));
    } else if (!why_not(claim, cut, cache)) {
      faults.push_back(untrue(patch, claim,
                              "'obsolete_if' holds as soon as the patch's own anchor is gone: "
                              "drift would read as a cure",
                              "name something that upstream's own cure brought, with 'present'"));
    }
  }
  return faults;
}

}  // namespace

Diagnostics false_evidence(const Assessment& base, const Selection& selection) {
  const auto has_evidence = [&](const Patch& patch) {
    return patch.tree == base.job().tree && !patch.obsolete_if.empty() &&
           is_selected(selection, patch.id);
  };
  if (std::ranges::none_of(base.job().manifest.patches, has_evidence)) return {};
  const Sequence all = lay(base.items(fitting(base, {})), base.stack().base, base.job().cache);
  Diagnostics faults;
  for (const Placed& placed : all.items) {
    const bool is_new = placed.item.patch != nullptr && placed.finding && placed.step;
    if (!is_new || !has_evidence(*placed.item.patch)) continue;
    append(faults, faults_of(placed, base.job().cache));
  }
  return faults;
}

}  // namespace patcher
