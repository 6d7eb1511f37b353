// SPDX-License-Identifier: MIT
#include "patcher/cli/requirement.hpp"

#include <fmt/format.h>

#include <utility>

namespace patcher {

std::optional<Diagnostic> unmet(State required, const PatchOutcome& patch) {
  if (patch.state == required) return std::nullopt;
  Diagnostic diagnostic;
  diagnostic.code = Code::state_required;
  diagnostic.message = fmt::format("patch '{}' is {}, required is {}", patch.id,
                                   name_of(*patch.state), name_of(required));
  diagnostic.patch = patch.id;
  diagnostic.tree = patch.tree;
  return diagnostic;
}

Diagnostics unmet(const std::vector<PendingRebuild>& all) {
  Diagnostics errors;
  for (const PendingRebuild& pending : all) {
    Diagnostic diagnostic;
    diagnostic.code = Code::state_required;
    diagnostic.message =
        fmt::format("rebuild '{}' of tree '{}' is pending", pending.id, pending.tree);
    diagnostic.tree = pending.tree;
    errors.push_back(std::move(diagnostic));
  }
  return errors;
}

}  // namespace patcher
