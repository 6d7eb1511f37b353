// SPDX-License-Identifier: MIT
#include "patcher/plan/drill_outcome.hpp"

#include <algorithm>

namespace patcher {

const std::vector<Mutation>& all_mutations() {
  static const std::vector<Mutation> all{
      Mutation::anchor_deleted,     Mutation::anchor_duplicated,  Mutation::byte_changed,
      Mutation::reindented,         Mutation::reindented_in_part, Mutation::line_endings_changed,
      Mutation::moved_out_of_scope, Mutation::result_elsewhere,   Mutation::file_renamed,
      Mutation::scope_renamed,      Mutation::signature_changed,  Mutation::path_taken,
      Mutation::mode_changed};
  return all;
}

std::string_view name_of(Mutation mutation) {
  switch (mutation) {
    case Mutation::anchor_deleted:
      return "anchor-deleted";
    case Mutation::anchor_duplicated:
      return "anchor-duplicated";
    case Mutation::byte_changed:
      return "byte-changed";
    case Mutation::reindented:
      return "reindented";
    case Mutation::reindented_in_part:
      return "reindented-in-part";
    case Mutation::line_endings_changed:
      return "line-endings-changed";
    case Mutation::moved_out_of_scope:
      return "moved-out-of-scope";
    case Mutation::result_elsewhere:
      return "result-elsewhere";
    case Mutation::file_renamed:
      return "file-renamed";
    case Mutation::scope_renamed:
      return "scope-renamed";
    case Mutation::signature_changed:
      return "signature-changed";
    case Mutation::path_taken:
      return "path-taken";
    case Mutation::mode_changed:
      return "mode-changed";
  }
  return "";
}

std::string_view name_of(MutantOutcome::Verdict verdict) {
  switch (verdict) {
    case MutantOutcome::Verdict::refused:
      return "refused";
    case MutantOutcome::Verdict::unexpected:
      return "unexpected";
    case MutantOutcome::Verdict::harmless:
      return "harmless";
    case MutantOutcome::Verdict::accepted:
      return "accepted";
    case MutantOutcome::Verdict::not_applicable:
      return "not-applicable";
  }
  return "";
}

std::size_t count_of(const std::vector<PatchDrill>& drills, MutantOutcome::Verdict verdict) {
  std::size_t count = 0;
  for (const PatchDrill& drill : drills) {
    for (const EditDrill& edit : drill.edits) {
      count += static_cast<std::size_t>(
          std::ranges::count(edit.mutants, verdict, &MutantOutcome::verdict));
    }
  }
  return count;
}

}  // namespace patcher
