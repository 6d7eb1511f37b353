// SPDX-License-Identifier: MIT
#include "patcher/plan/due_checks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/plan/plan_fixture.hpp"

namespace patcher::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Way::apply;
using Way::revert;
using Verdict = JudgedCheck::Verdict;

const MemoryTree kTree{{"f", "a\nb\n"}, {"g", "x\n"}};

Check check_named(const std::string& id, const std::vector<std::string>& needs = {}) {
  Check check;
  check.id = id;
  check.run = {"judge", id};
  check.needs = needs;
  check.tree = "t";
  return check;
}

/// Two patches of `f`, the first with check `c`, and one of `g`; check `s` is the set's.
Manifest whole_set() {
  Manifest manifest =
      manifest_of({"- {file: f, find: a, replace: A}\n", "- {file: f, find: b, replace: B}\n",
                   "- {file: g, find: x, replace: X}\n"});
  manifest.patches[0].checks.push_back(check_named("c"));
  manifest.checks.push_back(check_named("s"));
  return manifest;
}

CheckScene scene_of(const Manifest& manifest, const Record& record) {
  return {manifest, "t", record.stack};
}

std::vector<std::string> due(const Manifest& manifest, const Record& record) {
  std::vector<std::string> ids;
  for (const PendingCheck& check : pending_checks(scene_of(manifest, record), record)) {
    ids.push_back(check.id);
  }
  return ids;
}

/// Has every check that is ready pass.
void pass(const Manifest& manifest, Record& record) {
  for (const ReadyCheck& ready : ready_checks(scene_of(manifest, record))) {
    note_verdict(ready, Verdict::passed, record);
  }
}

TEST(DueChecks, ArePendingFromTheRunOnThatApplies) {
  const Manifest manifest = whole_set();

  const Carried applied = carry(apply, manifest, kTree, {});

  EXPECT_THAT(due(manifest, applied.record), ElementsAre("c", "s"));
  EXPECT_EQ(applied.record.checks.size(), 2U);
}

TEST(DueChecks, OfTheSetWaitForAllPatchesOfTheirTree) {
  Manifest manifest = whole_set();
  const Carried applied = carry(apply, manifest, kTree, {}, {manifest.patches[0].id});

  EXPECT_THAT(due(manifest, applied.record), ElementsAre("c"));
  CheckScene scene = scene_of(manifest, applied.record);
  scene.left_out = {manifest.patches[1].id, manifest.patches[2].id};
  EXPECT_EQ(ready_checks(scene).size(), 2U);
}

TEST(DueChecks, ThatPassedAreDueAgainOnlyWhereWhatTheyJudgeMoves) {
  const Manifest manifest = whole_set();
  Carried carried = carry(apply, manifest, kTree, {}, {manifest.patches[0].id});
  pass(manifest, carried.record);
  EXPECT_THAT(due(manifest, carried.record), IsEmpty());

  carried = carry(apply, manifest, carried.tree, carried.record, {manifest.patches[2].id});
  EXPECT_THAT(due(manifest, carried.record), IsEmpty());
  carried = carry(apply, manifest, carried.tree, carried.record, {manifest.patches[1].id});

  EXPECT_THAT(due(manifest, carried.record), ElementsAre("c", "s"));
}

TEST(DueChecks, AreAnotherWhereTheirCommandChanges) {
  Manifest manifest = whole_set();
  Carried carried = carry(apply, manifest, kTree, {});
  pass(manifest, carried.record);

  manifest.checks[0].run.push_back("harder");

  EXPECT_THAT(due(manifest, carried.record), ElementsAre("s"));
}

TEST(DueChecks, WithALabelAreDueOnlyOnceTheyWereBegun) {
  Manifest manifest = whole_set();
  manifest.checks[0] = check_named("s", {"gpu"});
  Carried carried = carry(apply, manifest, kTree, {});
  pass(manifest, carried.record);
  std::erase_if(carried.record.checks, [](const JudgedCheck& c) { return c.name.id == "s"; });
  EXPECT_THAT(due(manifest, carried.record), IsEmpty());

  const auto ready = ready_checks(scene_of(manifest, carried.record));
  note_verdict(ready.back(), Verdict::open, carried.record);

  EXPECT_THAT(due(manifest, carried.record), ElementsAre("s"));
}

TEST(DueChecks, AreReadBackFromARecordAsTheyWereWritten) {
  const Manifest manifest = whole_set();
  Carried carried = carry(apply, manifest, kTree, {});
  note_verdict(ready_checks(scene_of(manifest, carried.record)).front(), Verdict::passed,
               carried.record);

  const auto read = parse_record(text_of(carried.record), "r");

  ASSERT_TRUE(read);
  EXPECT_EQ(text_of(*read), text_of(carried.record));
  EXPECT_THAT(due(manifest, *read), ElementsAre("s"));
}

TEST(DueChecks, GoWithTheLastPatchOfTheirManifest) {
  const Manifest manifest = whole_set();
  const Carried applied = carry(apply, manifest, kTree, {});

  const Carried reverted = carry(revert, manifest, applied.tree, applied.record);

  EXPECT_EQ(text_of(reverted.record), "");
}

TEST(DueChecks, OfAnotherManifestStayAsTheyAre) {
  const Manifest manifest = whole_set();
  const Carried applied = carry(apply, manifest, kTree, {});
  Manifest other = whole_set();
  other.name = "other";
  other.patches.clear();

  const auto checks = checks_after(scene_of(other, applied.record), applied.record);

  EXPECT_EQ(checks.size(), 2U);
  EXPECT_EQ(pending_checks(scene_of(other, applied.record), applied.record).size(), 2U);
}

}  // namespace
}  // namespace patcher::testing
