// SPDX-License-Identifier: MIT
#include "patcher/cli/conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace patcher {
namespace {

Diagnostic cannot_tell(const Patch& patch, const std::string& commit, const OpenRoot& root) {
  Diagnostic diagnostic;
  diagnostic.code = Code::history_unknown;
  diagnostic.message = fmt::format(
      "whether tree '{}' has commit {} in its history cannot be told: \"{}\" is no git {} "
      "with its whole history",
      patch.tree, commit, root.where(), root.stored ? "commit" : "checkout");
  diagnostic.where = patch.when->where;
  diagnostic.lines = patch.when->lines;
  diagnostic.patch = patch.id;
  diagnostic.tree = patch.tree;
  diagnostic.hint = "fetch the history, or say it by bytes, 'when: {file: FILE, present: TEXT}'";
  return diagnostic;
}

/// What says that `patch` is not for a base with this history, if it is so.
Result<std::optional<std::string>> exclusion(const Patch& patch, const OpenRoot& root) {
  const When& when = *patch.when;
  Diagnostics errors;
  std::optional<std::string> reason;
  const auto require = [&](const std::string& commit, InHistory wanted, std::string_view what) {
    if (commit.empty()) return;
    const InHistory found = root.in_history(commit);
    if (found == InHistory::cannot_tell) {
      errors.push_back(cannot_tell(patch, commit, root));
    } else if (found != wanted) {
      reason = fmt::format("tree '{}' {} commit {} in its history", patch.tree, what, commit);
    }
  };
  require(when.since, InHistory::yes, "does not have");
  require(when.before, InHistory::no, "has");
  if (!errors.empty()) return Failure(std::move(errors));
  return reason;
}

}  // namespace

Result<Exclusions> excluded_by_history(const Manifest& manifest, const OpenRoot& root,
                                       const Record& record) {
  const std::string& tree = root.spec->name;
  Exclusions excluded;
  Diagnostics errors;
  for (const Patch& patch : manifest.patches) {
    if (patch.tree != tree || !patch.when) continue;
    auto reason = exclusion(patch, root);
    // What is recorded was for this base when it was applied.
    const bool is_recorded = std::ranges::any_of(record.stack, [&](const RecordedPatch& recorded) {
      return recorded.manifest == manifest.name && recorded.tree == tree &&
             recorded.patch == patch.id;
    });
    if (!reason && !is_recorded) {
      append(errors, std::move(reason).error().diagnostics());
    } else if (reason && *reason) {
      excluded.emplace(&patch, Exclusion{**std::move(reason)});
    }
  }
  if (!errors.empty()) return Failure(std::move(errors));
  return excluded;
}

}  // namespace patcher
