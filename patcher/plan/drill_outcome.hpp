// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/plan/state.hpp"

namespace patcher {

/// One way in which a base may differ from the one that a patch was written for.
enum class Mutation {
  anchor_deleted,        ///< The first place of the anchor is gone.
  anchor_duplicated,     ///< Its lines stand twice in the scope.
  byte_changed,          ///< One letter or digit of it is another.
  reindented,            ///< All its lines stand deeper.
  reindented_in_part,    ///< Its last line does.
  line_endings_changed,  ///< The file has CRLF for LF, or the other way round.
  moved_out_of_scope,    ///< Its lines stand outside of the scope.
  result_elsewhere,      ///< The edit's whole result stands in the scope besides.
  file_renamed,          ///< The file has another name.
  scope_renamed,         ///< The definition that the scope names has another name.
  signature_changed,     ///< It has a parameter more.
  path_taken,            ///< Something else stands where a file, or a row's key, is to come.
  mode_changed           ///< The file has other permission bits.
};

/// Every mutation, in the order in which they are made and shown.
[[nodiscard]] const std::vector<Mutation>& all_mutations();
/// The stable spelling of `mutation`: `anchor-deleted`.
[[nodiscard]] std::string_view name_of(Mutation mutation);

/// What came of one mutation of one edit's base.
struct MutantOutcome {
  enum class Verdict {
    refused,        ///< As it should be.
    unexpected,     ///< Refused, but in a state that tells something else.
    harmless,       ///< Taken, and proved or meant to be the same edit; `why` says by what.
    accepted,       ///< Taken: the edit would be made where it may not belong.
    not_applicable  ///< It cannot be made of this kind of edit; `why` says why.
  };
  Mutation mutation = Mutation::anchor_deleted;
  Verdict verdict = Verdict::not_applicable;
  std::optional<State> state = {};  ///< How the mutant read; none where none was made.
  std::string why = {};
};
[[nodiscard]] std::string_view name_of(MutantOutcome::Verdict verdict);

/// All mutants of one edit.
struct EditDrill {
  std::size_t index = 0;  ///< 0-based, in the patch file's `edits`.
  std::string file;
  std::vector<MutantOutcome> mutants;  ///< One for each mutation.
};

/// All mutants of one patch.
struct PatchDrill {
  std::string id;
  std::string tree;
  /// By what a base tells that the patch is to be dropped: `result`, `evidence`, or neither.
  std::vector<std::string> drop_signals = {};
  std::string why_not = {};  ///< Why it was not drilled; else empty.
  std::vector<EditDrill> edits = {};
};

/// How many mutants of `drills` have `verdict`.
[[nodiscard]] std::size_t count_of(const std::vector<PatchDrill>& drills,
                                   MutantOutcome::Verdict verdict);

}  // namespace patcher
