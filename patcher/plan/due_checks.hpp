// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "patcher/manifest/manifest.hpp"
#include "patcher/plan/assessment.hpp"
#include "patcher/plan/outcome.hpp"
#include "patcher/plan/record.hpp"

namespace patcher {

/// What one tree has applied, and by which manifest it is judged.
struct CheckScene {
  const Manifest& manifest;
  std::string_view tree;
  const std::vector<RecordedPatch>& stack;
  std::set<std::string> left_out = {};  ///< Ids of patches without which the set is whole.
};

/// A check that can be judged: what it judges is applied.
struct ReadyCheck {
  const Check* check = nullptr;
  const Patch* patch = nullptr;  ///< Null for a check of the whole set.
  PendingCheck name;
  /// Over the check and what it judges: a patch's revision and the bytes that its files have on the
  /// top of the stack; for a set's check those of all its patches.
  std::string digest;
};

/// The checks that can be judged, patches' first, each list in its file's order.
///
/// A patch's can when the patch is recorded at its present revision, a set's when all patches that
/// the set has for the tree are, or are left out, and at least one is there.
[[nodiscard]] std::vector<ReadyCheck> ready_checks(const CheckScene& scene);

/// Whether `check` must still pass: it did not on these bytes. One that needs what is not
/// everywhere is due only after it was begun once and did not pass.
[[nodiscard]] bool is_due(const ReadyCheck& check, const Record& record);

/// What a record is to have on checks when its stack is that of `scene`; `before` is the record
/// that it comes from. Other manifests' verdicts stay as long as anything of theirs is applied.
[[nodiscard]] std::vector<JudgedCheck> checks_after(const CheckScene& scene, const Record& before);

/// Every check that must still pass as `record` has it, other manifests' too.
[[nodiscard]] std::vector<PendingCheck> pending_checks(const CheckScene& scene,
                                                       const Record& record);

/// Writes the verdict on `check` into `record`.
void note_verdict(const ReadyCheck& check, JudgedCheck::Verdict verdict, Record& record);

/// Ids of the patches that are left out as `assessment` has it.
[[nodiscard]] std::set<std::string> left_out_in(const Assessment& assessment);

}  // namespace patcher
