// SPDX-License-Identifier: MIT
#include "patcher/plan/planned_tree.hpp"

#include <algorithm>
#include <utility>

#include "patcher/plan/tree_plan.hpp"

namespace patcher {
namespace {

Result<Record> record_of(const RootChange& change) {
  if (change.record.empty()) return Record{};
  return parse_record(change.record, "the record as it is planned");
}

TreeJob job_on(const TreeJob& from, const Tree& tree, const Record& record) {
  return {from.manifest, from.tree,    tree,          record,
          from.cache,    from.upgrade, from.excluded, from.results};
}

}  // namespace

PlannedTree::PlannedTree(const Assessment& from, const RootChange& change, Record record)
    : tree_(from.job().source, change), record_(std::move(record)) {
  record_.mapped = from.job().record.mapped;
  assessment_ = std::make_unique<Assessment>(job_on(from.job(), tree_, record_));
}

Result<std::unique_ptr<PlannedTree>> PlannedTree::after(const Assessment& from,
                                                        const RootChange& change) {
  Result<Record> record = record_of(change);
  if (!record) return std::move(record).error();
  return std::unique_ptr<PlannedTree>(new PlannedTree(from, change, *std::move(record)));
}

Result<SetBase> SetBase::below(const Assessment& found) {
  const auto is_own = [&](const Layer& layer) { return found.is_own(layer.recorded); };
  if (std::ranges::none_of(found.stack().layers, is_own)) return SetBase(found, nullptr);
  TreePlan plan = plan_revert(found, {});
  if (has_error(plan.refusals)) return Failure(std::move(plan.refusals));
  auto planned = PlannedTree::after(found, plan.change);
  if (!planned) return std::move(planned).error();
  return SetBase(found, *std::move(planned));
}

}  // namespace patcher
