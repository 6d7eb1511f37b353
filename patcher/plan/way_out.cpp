// SPDX-License-Identifier: MIT
#include "patcher/plan/way_out.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace patcher {
namespace {

/// `out` with every layer that has no place without it.
LayerSet with_dependents(const Assessment& assessment, LayerSet out) {
  std::size_t known = 0;
  do {
    known = out.size();
    std::vector<StackItem> kept = assessment.items({});
    std::erase_if(kept, [&](const StackItem& item) { return out.contains(item.layer); });
    const Sequence rest = lay(kept, assessment.stack().base, assessment.job().cache);
    for (const Placed& placed : rest.items) {
      if (!placed.step) out.insert(placed.item.layer);
    }
  } while (out.size() > known);
  return out;
}

/// One run of `revert` that takes these patches of one manifest off, or what else does it.
std::string step_for(const Assessment& assessment, const std::vector<const Layer*>& run) {
  std::vector<std::string> ids;
  for (const Layer* layer : run) ids.push_back(layer->recorded.patch);
  const std::string named = fmt::format("'{}'", fmt::join(ids, "', '"));
  if (assessment.is_orphan(run.front()->recorded)) {
    return fmt::format("take {} out by 'apply --upgrade'", named);
  }
  return fmt::format("revert {} with manifest '{}' (--only {})", named,
                     run.front()->recorded.manifest, fmt::join(ids, " --only "));
}

bool is_one_step(const Assessment& assessment, const Layer& a, const Layer& b) {
  return a.recorded.manifest == b.recorded.manifest &&
         assessment.is_orphan(a.recorded) == assessment.is_orphan(b.recorded);
}

}  // namespace

std::string order_of_reverts(const Assessment& assessment, LayerSet out) {
  out = with_dependents(assessment, std::move(out));
  const auto& layers = assessment.stack().layers;
  std::vector<std::vector<const Layer*>> steps;
  for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
    if (!out.contains(&*layer)) continue;
    const bool joins = !steps.empty() && is_one_step(assessment, *steps.back().back(), *layer);
    if (!joins) steps.emplace_back();
    steps.back().push_back(&*layer);
  }
  std::vector<std::string> texts;
  for (const auto& step : steps) texts.push_back(step_for(assessment, step));
  return fmt::format("{}", fmt::join(texts, ", then "));
}

}  // namespace patcher
