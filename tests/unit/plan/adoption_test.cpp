// SPDX-License-Identifier: MIT
// Results that stand unrecorded are recorded as they stand, with exact inverses.
#include "patcher/plan/adoption.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/unit/plan/plan_fixture.hpp"

namespace patcher::testing {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const MemoryTree kTree{{"f", "a\nm\nz\n"}, {"g", "x\n"}};

const std::vector<std::string> kStacked{
    "- {file: f, find: a, insert_after: one}\n- {file: g, find: x, replace: y}\n",
    "- {file: f, find: one, replace: \"one\\nmore\"}\n- {add_file: n, content: hello}\n",
    "- {file: f, find: a, insert_after: two}\n- {mode_of: g, mode: '0755', was: '0644'}\n"};

void expect_untouched(const Carried& after, const MemoryTree& tree, const Record& record) {
  EXPECT_TRUE(after.refused());
  EXPECT_TRUE(after.tree == tree);
  EXPECT_EQ(text_of(after.record), text_of(record));
}

TEST(Adoption, RecordsAStackAsIfItHadBeenApplied) {
  const Manifest manifest = manifest_of(kStacked);
  Carried applied = carry(Way::apply, manifest, kTree, {});

  const Carried refused = carry(Way::apply, manifest, applied.tree, {});
  const Carried adopted = carry(Way::adopt, manifest, applied.tree, {});

  expect_untouched(refused, applied.tree, {});
  EXPECT_THAT(adopted.states, Each(State::unrecorded));
  EXPECT_TRUE(adopted.tree == applied.tree);
  for (RecordedPatch& patch : applied.record.stack) patch.adopted = true;
  EXPECT_EQ(text_of(adopted.record), text_of(applied.record));
  EXPECT_THAT(states_of(manifest, adopted.tree, adopted.record), Each(State::applied));
  EXPECT_TRUE(carry(Way::revert, manifest, adopted.tree, adopted.record).tree == kTree);
}

TEST(Adoption, PeelsFromTheTop) {
  const Manifest manifest = manifest_of(kStacked);
  const MemoryTree all = carry(Way::apply, manifest, kTree, {}).tree;
  Carried now = carry(Way::adopt, manifest, all, {});

  for (const char* id : {"p3", "p2", "p1"}) {
    now = carry(Way::revert, manifest, now.tree, now.record, {id});
    ASSERT_FALSE(now.refused()) << id;
  }

  EXPECT_TRUE(now.tree == kTree);
  EXPECT_TRUE(now.record.empty());
}

TEST(Adoption, AppliesTheRestInTheSameRun) {
  const Manifest manifest = manifest_of(kStacked);
  const MemoryTree all = carry(Way::apply, manifest, kTree, {}).tree;
  const MemoryTree some = carry(Way::apply, manifest, kTree, {}, {"p2", "p1"}).tree;

  const Carried adopted = carry(Way::adopt, manifest, some, {});

  EXPECT_THAT(adopted.states, ElementsAre(State::unrecorded, State::unrecorded, State::pristine));
  EXPECT_EQ(adopted.settled.adopted.size(), 2U);
  EXPECT_TRUE(adopted.tree == all);
  EXPECT_TRUE(carry(Way::revert, manifest, adopted.tree, adopted.record).tree == kTree);
}

TEST(Adoption, IsRefusedWithTheRestWhenSomethingDoesNotFit) {
  const Manifest manifest = manifest_of(
      {"- {file: f, find: a, replace: b}\n", "- {file: g, find: absent, replace: y}\n"});
  const MemoryTree edited{{"f", "b\nm\nz\n"}, {"g", "x\n"}};

  const Carried refused = carry(Way::adopt, manifest, edited, {});

  expect_untouched(refused, edited, {});
  EXPECT_THAT(refused.states, ElementsAre(State::unrecorded, State::drifted));
  EXPECT_TRUE(refused.settled.adopted.empty());
}

TEST(Adoption, OfOnePatchNeedsWhatStandsOnIt) {
  const Manifest manifest = manifest_of(
      {"- {file: f, find: a, insert_after: one}\n", "- {file: f, find: one, insert_after: two}\n"});
  const MemoryTree all = carry(Way::apply, manifest, kTree, {}).tree;

  const Carried lower = carry(Way::adopt, manifest, all, {}, {"p1"});
  const Carried upper = carry(Way::adopt, manifest, all, {}, {"p2"});

  expect_untouched(lower, all, {});
  ASSERT_EQ(lower.refusals.size(), 1U);
  EXPECT_THAT(lower.refusals.front().hint, HasSubstr("adopt 'p2' as well"));
  EXPECT_FALSE(upper.refused());
  EXPECT_THAT(states_of(manifest, upper.tree, upper.record),
              ElementsAre(State::unrecorded, State::applied));
}

class Unknowable : public ::testing::TestWithParam<std::string> {};

TEST_P(Unknowable, IsRefusedWithTheReason) {
  const Manifest manifest = manifest_of({GetParam()});
  const MemoryTree all = carry(Way::apply, manifest, kTree, {}).tree;

  const Carried refused = carry(Way::adopt, manifest, all, {});

  expect_untouched(refused, all, {});
  ASSERT_EQ(refused.refusals.size(), 1U);
  EXPECT_THAT(refused.refusals.front().hint, HasSubstr("cannot be adopted, because nobody knows"));
}

INSTANTIATE_TEST_SUITE_P(All, Unknowable,
                         ::testing::Values("- {remove_file: g, content: \"x\\n\"}\n",
                                           "- {mode_of: g, mode: '0755'}\n",
                                           "- {file: f, find: a, replace: b}\n"
                                           "- {mode_of: f, mode: '0600'}\n"));

TEST(Adoption, OfAFileLeavesTheFolderThatSomebodyMade) {
  const Manifest manifest = manifest_of({"- {add_file: n/x, content: x}\n"});
  const MemoryTree all = carry(Way::apply, manifest, kTree, {}).tree;

  const Carried adopted = carry(Way::adopt, manifest, all, {});
  const Carried reverted = carry(Way::revert, manifest, adopted.tree, adopted.record);

  EXPECT_TRUE(adopted.record.stack[0].made_folders.empty());
  EXPECT_EQ(reverted.tree.files(), kTree.files());
  EXPECT_THAT(reverted.tree.empty_folders(), ElementsAre("n"));
}

TEST(Adoption, IsRefusedForWhatAnotherManifestApplied) {
  const Manifest manifest = manifest_of({"- {file: f, find: a, replace: b}\n"});
  const Carried other = carry(Way::apply, named("n", manifest), kTree, {});

  const Carried refused = carry(Way::adopt, manifest, other.tree, other.record);

  expect_untouched(refused, other.tree, other.record);
  EXPECT_THAT(refused.refusals.front().message, HasSubstr("applied by manifest 'n'"));
  EXPECT_THAT(refused.refusals.front().hint, HasSubstr("revert it with manifest 'n'"));
}

TEST(Adoption, GoesBelowWhatAnotherManifestAppliedOnIt) {
  const Manifest manifest = manifest_of({"- {file: f, find: a, insert_after: one}\n"});
  const Manifest upper = named("n", manifest_of({"- {file: f, find: one, insert_after: two}\n"}));
  const MemoryTree edited = carry(Way::apply, manifest, kTree, {}).tree;
  const Carried both = carry(Way::apply, upper, edited, {});

  const Carried adopted = carry(Way::adopt, manifest, both.tree, both.record);

  ASSERT_EQ(adopted.record.stack.size(), 2U);
  EXPECT_EQ(adopted.record.stack[0].manifest, "m");
  EXPECT_TRUE(adopted.tree == both.tree);
  EXPECT_TRUE(carry(Way::revert, manifest, adopted.tree, adopted.record).refused());
  const Carried below = carry(Way::revert, upper, adopted.tree, adopted.record);
  EXPECT_TRUE(carry(Way::revert, manifest, below.tree, below.record).tree == kTree);
}

TEST(Adoption, GoesOnTopOfWhatItModified) {
  const Manifest manifest =
      manifest_of({"- {file: f, find: a, replace: b}\n", "- {file: f, find: z, replace: y}\n"});
  const Carried first = carry(Way::apply, manifest, kTree, {}, {"p1"});
  MemoryTree edited = first.tree;
  edited.write("f", "b\nm\ny\n");

  const Carried refused = carry(Way::apply, manifest, edited, first.record);
  const Carried adopted = carry(Way::adopt, manifest, edited, first.record);

  expect_untouched(refused, edited, first.record);
  EXPECT_THAT(adopted.states, ElementsAre(State::modified, State::unrecorded));
  ASSERT_FALSE(adopted.refused());
  EXPECT_TRUE(adopted.tree == edited);
  EXPECT_THAT(states_of(manifest, adopted.tree, adopted.record), Each(State::applied));
  EXPECT_TRUE(carry(Way::revert, manifest, adopted.tree, adopted.record).tree == kTree);
}

TEST(Adoption, IsRefusedWhereTheFileHasMoreThanThePatches) {
  const Manifest manifest =
      manifest_of({"- {file: f, find: a, replace: b}\n", "- {file: f, find: z, replace: y}\n"});
  const Carried first = carry(Way::apply, manifest, kTree, {}, {"p1"});
  MemoryTree edited = first.tree;
  edited.write("f", "b\nmore\nm\ny\n");

  const Carried refused = carry(Way::adopt, manifest, edited, first.record);

  expect_untouched(refused, edited, first.record);
  EXPECT_THAT(refused.states, ElementsAre(State::modified, State::unrecorded));
}

TEST(Adoption, AndUpgradeGoTogether) {
  const Manifest before = manifest_of({"- {file: f, find: a, replace: b}\n"});
  const Carried old = carry(Way::apply, before, kTree, {});
  MemoryTree edited = old.tree;
  edited.write("g", "y\n");
  const Manifest next =
      manifest_of({"- {file: f, find: a, replace: c}\n", "- {file: g, find: x, replace: y}\n"});

  const Carried both = carry(Way::adopt_and_upgrade, next, edited, old.record);

  EXPECT_EQ(both.settled.adopted.size(), 1U);
  EXPECT_EQ(both.settled.upgraded.size(), 1U);
  EXPECT_TRUE(both.tree == (MemoryTree{{"f", "c\nm\nz\n"}, {"g", "y\n"}}));
  EXPECT_TRUE(carry(Way::revert, next, both.tree, both.record).tree == kTree);
}

TEST(Adoption, OfAFileThatWasCheckedOutAndEditedAnew) {
  const Manifest before = manifest_of({"- {file: f, find: a, replace: b}\n"});
  const Carried old = carry(Way::apply, before, kTree, {});
  MemoryTree edited = kTree;
  edited.write("g", "y\n");
  const Manifest next = manifest_of({"- {file: g, find: x, replace: y}\n"});

  const Carried adopted = carry(Way::adopt, next, edited, old.record);

  ASSERT_EQ(adopted.record.stack.size(), 1U);
  EXPECT_TRUE(adopted.record.stack[0].adopted);
  EXPECT_TRUE(carry(Way::revert, next, adopted.tree, adopted.record).tree == kTree);
}

TEST(Unrecorded, IsNotSaidOfAFileThatOnePatchAddsAndAnotherRemoves) {
  const Manifest manifest = manifest_of(
      {"- {add_file: n, content: x, mode: '0755'}\n", "- {remove_file: n, content: x}\n"});

  const Carried applied = carry(Way::apply, manifest, kTree, {});

  EXPECT_THAT(applied.states, Each(State::pristine));
  EXPECT_TRUE(applied.tree == kTree);
  EXPECT_THAT(states_of(manifest, applied.tree, applied.record), Each(State::applied));
  EXPECT_TRUE(carry(Way::revert, manifest, applied.tree, applied.record).record.empty());
}

}  // namespace
}  // namespace patcher::testing
