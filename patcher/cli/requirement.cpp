// SPDX-License-Identifier: MIT
#include "patcher/cli/requirement.hpp"

#include <fmt/format.h>

#include <utility>

#include "patcher/cli/checking.hpp"

namespace patcher {
namespace {

/// What brings a patch from `found` to `required`, where that is one command.
std::string way_to(State required, State found) {
  if (required == State::applied && found == State::pristine) return "'patcher apply' applies it";
  if (required == State::pristine && found == State::applied) return "'patcher revert' undoes it";
  return {};  // The error on that state has a hint.
}

}  // namespace

std::optional<Diagnostic> unmet(State required, const PatchOutcome& patch) {
  if (patch.state == required || is_left_out(patch)) return std::nullopt;
  Diagnostic diagnostic;
  diagnostic.code = Code::state_required;
  diagnostic.message = fmt::format("patch '{}' is {}, required is {}", patch.id,
                                   name_of(*patch.state), name_of(required));
  diagnostic.patch = patch.id;
  diagnostic.tree = patch.tree;
  diagnostic.hint = way_to(required, *patch.state);
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
    diagnostic.hint =
        fmt::format("'patcher rebuild' with the file of manifest '{}' makes it", pending.manifest);
    errors.push_back(std::move(diagnostic));
  }
  return errors;
}

Diagnostics unmet(const std::vector<PendingCheck>& all) {
  Diagnostics errors;
  for (const PendingCheck& pending : all) {
    Diagnostic diagnostic;
    diagnostic.code = Code::state_required;
    diagnostic.message =
        fmt::format("{} is pending in tree '{}'", words_for(pending), pending.tree);
    diagnostic.patch = pending.patch;
    diagnostic.tree = pending.tree;
    diagnostic.hint =
        fmt::format("'patcher check' with the file of manifest '{}' runs it", pending.manifest);
    errors.push_back(std::move(diagnostic));
  }
  return errors;
}

}  // namespace patcher
