// SPDX-License-Identifier: MIT
// Outdated and orphaned patches give way to what the manifest has now.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/unit/plan/plan_fixture.hpp"

namespace patcher::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const MemoryTree kTree{{"f", "a\nm\nz\n"}, {"g", "x\n"}};

std::vector<std::string> recorded_ids(const Record& record) {
  std::vector<std::string> ids;
  for (const RecordedPatch& patch : record.stack) ids.push_back(patch.manifest + "." + patch.patch);
  return ids;
}

bool has(const Diagnostics& diagnostics, Code code) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [&](const Diagnostic& d) { return d.code == code; });
}

void expect_untouched(const Carried& after, const Carried& before) {
  EXPECT_TRUE(after.refused());
  EXPECT_TRUE(after.tree == before.tree);
  EXPECT_EQ(text_of(after.record), text_of(before.record));
}

TEST(Upgrade, UndoesTheRecordedRevisionAndAppliesThePresentOne) {
  const Carried old =
      carry(Way::apply,
            manifest_of({"- {file: f, find: a, replace: b}\n- {file: g, find: x, replace: y}\n"}),
            kTree, {});
  const Manifest next = manifest_of({"- {file: f, find: a, insert_after: c}\n"});

  const Carried upgraded = carry(Way::upgrade, next, old.tree, old.record);

  ASSERT_FALSE(upgraded.refused());
  EXPECT_EQ(upgraded.states, std::vector{State::outdated});
  EXPECT_EQ(upgraded.settled.upgraded.size(), 1U);
  EXPECT_TRUE(upgraded.tree == (MemoryTree{{"f", "a\nc\nm\nz\n"}, {"g", "x\n"}}));
  EXPECT_EQ(states_of(next, upgraded.tree, upgraded.record), std::vector{State::applied});
  EXPECT_TRUE(carry(Way::revert, next, upgraded.tree, upgraded.record).tree == kTree);
}

TEST(Upgrade, OfAPatchThatDoesTheSameChangesTheRecordOnly) {
  const Carried old =
      carry(Way::apply, manifest_of({"- {file: f, find: a, replace: b}\n"}), kTree, {});
  const Manifest next = manifest_of({"- {file: f, find: a, replace: b} # said anew\n"});

  const Carried upgraded = carry(Way::upgrade, next, old.tree, old.record);

  EXPECT_TRUE(upgraded.tree == old.tree);
  EXPECT_EQ(upgraded.record.stack[0].revision, next.patches[0].revision);
  EXPECT_NE(upgraded.record.stack[0].revision, old.record.stack[0].revision);
}

TEST(Upgrade, PlansOwnPatchesAboveAnew) {
  const std::string above = "- {file: f, find: made, insert_after: above}\n";
  const Carried old = carry(
      Way::apply, manifest_of({"- {file: f, find: a, insert_after: made}\n", above}), kTree, {});
  const Manifest next =
      manifest_of({"- {file: f, find: m, insert_after: \"more\\nmade\"}\n", above});

  const Carried upgraded = carry(Way::upgrade, next, old.tree, old.record);

  ASSERT_FALSE(upgraded.refused());
  EXPECT_EQ(upgraded.tree.files().at("f"), "a\nm\nmore\nmade\nabove\nz\n");
  EXPECT_TRUE(carry(Way::revert, next, upgraded.tree, upgraded.record).tree == kTree);
}

TEST(Upgrade, IsRefusedWholeWhenThePresentRevisionDoesNotFit) {
  const std::string other = "- {file: g, find: x, replace: y}\n";
  const Carried old =
      carry(Way::apply, manifest_of({"- {file: f, find: a, replace: b}\n"}), kTree, {});
  const Manifest next = manifest_of({"- {file: f, find: absent, replace: c}\n", other});

  const Carried refused = carry(Way::upgrade, next, old.tree, old.record);

  expect_untouched(refused, old);
  EXPECT_THAT(refused.states, ElementsAre(State::outdated, State::pristine));
  EXPECT_TRUE(has(refused.refusals, Code::outdated));
  EXPECT_TRUE(has(refused.refusals, Code::anchor_not_found));
}

TEST(Upgrade, IsRefusedWhenARecordedPatchAboveWouldNotFit) {
  const std::string above = "- {file: f, find: made, insert_after: above}\n";
  const Carried old = carry(
      Way::apply, manifest_of({"- {file: f, find: a, insert_after: made}\n", above}), kTree, {});

  const Carried refused =
      carry(Way::upgrade, manifest_of({"- {file: f, find: a, insert_after: other}\n", above}),
            old.tree, old.record);

  expect_untouched(refused, old);
  ASSERT_TRUE(has(refused.refusals, Code::stands_on_top));
  EXPECT_EQ(refused.refusals.front().patch, "p2");
  EXPECT_FALSE(refused.refusals.front().notes.empty());
}

TEST(Upgrade, JudgesNewPatchesOnThePresentRevision) {
  const Carried old =
      carry(Way::apply, manifest_of({"- {file: f, find: a, insert_after: one}\n"}), kTree, {});
  const Manifest next = manifest_of({"- {file: f, find: a, insert_after: two}\n",
                                     "- {file: f, find: two, insert_after: three}\n"});

  const Carried upgraded = carry(Way::upgrade, next, old.tree, old.record);

  ASSERT_FALSE(upgraded.refused());
  EXPECT_EQ(upgraded.tree.files().at("f"), "a\ntwo\nthree\nm\nz\n");
}

TEST(Upgrade, RemovesOrphans) {
  const Manifest both = manifest_of({"- {file: f, find: a, replace: b}\n",
                                     "- {file: f, find: b, insert_after: c}\n- {add_file: n/x, "
                                     "content: x}\n"});
  const Carried old = carry(Way::apply, both, kTree, {});
  const Manifest next = manifest_of({"- {file: f, find: a, replace: b}\n"});

  const Carried refused = carry(Way::apply, next, old.tree, old.record);
  const Carried upgraded = carry(Way::upgrade, next, old.tree, old.record);

  expect_untouched(refused, old);
  EXPECT_THAT(upgraded.states, ElementsAre(State::applied, State::orphan));
  EXPECT_EQ(upgraded.settled.removed.size(), 1U);
  EXPECT_TRUE(upgraded.tree == (MemoryTree{{"f", "b\nm\nz\n"}, {"g", "x\n"}}));
  EXPECT_THAT(recorded_ids(upgraded.record), ElementsAre("m.p1"));
}

TEST(Upgrade, LaysAnotherOrderAnew) {
  const std::string one = "- {file: f, find: a, insert_after: one}\n";
  const std::string two = "- {file: f, find: a, insert_after: two}\n";
  Manifest next = manifest_of({one, two});
  const Carried old = carry(Way::apply, next, kTree, {});
  std::swap(next.patches[0], next.patches[1]);

  const Carried upgraded = carry(Way::upgrade, next, old.tree, old.record);

  EXPECT_EQ(upgraded.settled.upgraded.size(), 2U);
  EXPECT_EQ(upgraded.tree.files().at("f"), "a\ntwo\none\nm\nz\n");
  EXPECT_THAT(recorded_ids(upgraded.record), ElementsAre("m.p2", "m.p1"));
}

TEST(Upgrade, KeepsOtherManifestsPatchesWhereTheyFit) {
  const Carried old =
      carry(Way::apply, manifest_of({"- {file: f, find: a, replace: b}\n"}), kTree, {});
  const Manifest foreign = named("n", manifest_of({"- {file: g, find: x, replace: y}\n"}));
  const Carried both = carry(Way::apply, foreign, old.tree, old.record);

  const Carried upgraded = carry(Way::upgrade, manifest_of({"- {file: f, find: a, replace: c}\n"}),
                                 both.tree, both.record);

  ASSERT_FALSE(upgraded.refused());
  EXPECT_THAT(recorded_ids(upgraded.record), ElementsAre("m.p1", "n.p1"));
  EXPECT_EQ(states_of(foreign, upgraded.tree, upgraded.record), std::vector{State::applied});
  EXPECT_EQ(upgraded.tree.files().at("f"), "c\nm\nz\n");
}

TEST(Upgrade, NamesAnotherManifestsPatchThatWouldNotFit) {
  const Carried old =
      carry(Way::apply, manifest_of({"- {file: f, find: a, replace: b}\n"}), kTree, {});
  const Carried both =
      carry(Way::apply, named("n", manifest_of({"- {file: f, find: z, replace: y}\n"})), old.tree,
            old.record);

  const Carried refused = carry(Way::upgrade, manifest_of({"- {file: f, find: a, replace: c}\n"}),
                                both.tree, both.record);

  expect_untouched(refused, both);
  EXPECT_EQ(refused.refusals.front().code, Code::stands_on_top);
  EXPECT_THAT(refused.refusals.front().message, HasSubstr("'p1' of manifest 'n'"));
  EXPECT_THAT(refused.refusals.front().hint,
              HasSubstr("revert 'p1' with manifest 'n' (--only p1), then run this again"));
}

TEST(Upgrade, OfOnePatchLeavesTheOthers) {
  const Manifest before =
      manifest_of({"- {file: f, find: a, replace: b}\n", "- {file: g, find: x, replace: y}\n"});
  const Carried old = carry(Way::apply, before, kTree, {});
  const Manifest next =
      manifest_of({"- {file: f, find: a, replace: c}\n", "- {file: g, find: x, replace: z}\n"});

  const Carried upgraded = carry(Way::upgrade, next, old.tree, old.record, {"p2"});

  EXPECT_TRUE(upgraded.tree == (MemoryTree{{"f", "b\nm\nz\n"}, {"g", "z\n"}}));
  EXPECT_THAT(states_of(next, upgraded.tree, upgraded.record),
              ElementsAre(State::outdated, State::applied));
}

TEST(Upgrade, AppliesThePresentRevisionAfterACheckout) {
  const Carried old =
      carry(Way::apply, manifest_of({"- {file: f, find: a, replace: b}\n"}), kTree, {});
  const Manifest next = manifest_of({"- {file: g, find: x, replace: y}\n"});

  const Carried upgraded = carry(Way::upgrade, next, kTree, old.record);

  EXPECT_EQ(upgraded.states, std::vector{State::pristine});
  EXPECT_TRUE(upgraded.tree == (MemoryTree{{"f", "a\nm\nz\n"}, {"g", "y\n"}}));
  EXPECT_THAT(recorded_ids(upgraded.record), ElementsAre("m.p1"));
}

TEST(Upgrade, RefusesAPatchOfWhichSomeFilesAreBack) {
  Carried old =
      carry(Way::apply,
            manifest_of({"- {file: f, find: a, replace: b}\n- {file: g, find: x, replace: y}\n"}),
            kTree, {});
  old.tree.write("f", "a\nm\nz\n");
  const Manifest next = manifest_of({"- {file: f, find: a, replace: c}\n"});

  const Carried refused = carry(Way::adopt_and_upgrade, next, old.tree, old.record);
  old.tree.write("g", "x\n");
  const Carried upgraded = carry(Way::upgrade, next, old.tree, old.record);

  EXPECT_EQ(refused.states, std::vector{State::modified});
  EXPECT_TRUE(refused.refused());
  EXPECT_THAT(refused.refusals.front().notes.front().message, HasSubstr("back at its base"));
  EXPECT_EQ(upgraded.tree.files().at("f"), "c\nm\nz\n");
}

TEST(Orphan, WhoseFilesAreBackIsNone) {
  const Carried old = carry(
      Way::apply,
      manifest_of({"- {file: f, find: a, replace: b}\n", "- {file: g, find: x, replace: y}\n"}),
      kTree, {});
  Carried half = old;
  half.tree.write("g", "x\n");

  const Carried applied = carry(Way::apply, manifest_of({"- {file: f, find: a, replace: b}\n"}),
                                half.tree, half.record);

  EXPECT_EQ(applied.states, std::vector{State::applied});
  EXPECT_THAT(recorded_ids(applied.record), ElementsAre("m.p1"));
}

TEST(Orphan, StaysInARevertThatSaysSo) {
  const Manifest both =
      manifest_of({"- {file: f, find: a, replace: b}\n", "- {file: g, find: x, replace: y}\n"});
  const Carried old = carry(Way::apply, both, kTree, {});

  const Carried reverted =
      carry(Way::revert, manifest_of({"- {file: f, find: a, replace: b}\n"}), old.tree, old.record);

  EXPECT_FALSE(reverted.refused());
  ASSERT_TRUE(has(reverted.refusals, Code::orphan));
  EXPECT_THAT(recorded_ids(reverted.record), ElementsAre("m.p2"));
  EXPECT_TRUE(reverted.tree == (MemoryTree{{"f", "a\nm\nz\n"}, {"g", "y\n"}}));
}

Manifest rebuilding(Manifest manifest) {
  manifest.rebuilds.push_back({"r", "t", {"f"}, {}, {}, {}, {}, {}});
  return manifest;
}

TEST(Upgrade, MakesARebuildDueWhoseSourceItUndoes) {
  const Carried old =
      carry(Way::apply, manifest_of({"- {file: f, find: a, replace: b}\n"}), kTree, {});
  const Manifest next = rebuilding(manifest_of({"- {file: g, find: x, replace: y}\n"}));

  const Carried upgraded = carry(Way::upgrade, next, old.tree, old.record);
  const Carried again = carry(Way::apply, next, upgraded.tree, upgraded.record);

  EXPECT_THAT(upgraded.record.pending, ElementsAre(PendingRebuild{"t", "r", "m"}));
  EXPECT_THAT(again.record.pending, ElementsAre(PendingRebuild{"t", "r", "m"}));
}

TEST(Upgrade, DropsAPendingRebuildWhoseSourceIsAsItWas) {
  const Carried old =
      carry(Way::apply, rebuilding(manifest_of({"- {file: f, find: a, replace: b}\n"})), kTree, {});
  const Manifest next = rebuilding(manifest_of({"- {file: g, find: x, replace: y}\n"}));

  const Carried upgraded = carry(Way::upgrade, next, old.tree, old.record);

  EXPECT_EQ(old.record.pending.size(), 1U);
  EXPECT_TRUE(upgraded.record.pending.empty());
}

}  // namespace
}  // namespace patcher::testing
