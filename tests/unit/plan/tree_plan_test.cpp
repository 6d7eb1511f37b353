// SPDX-License-Identifier: MIT
#include "patcher/plan/tree_plan.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/unit/plan/plan_fixture.hpp"

namespace patcher::testing {
namespace {

const std::vector<std::string> kSet{
    "- {file: f, find: a, insert_after: one}\n- {file: g, find: x, replace: y}\n",
    "- {file: f, find: a, insert_after: two}\n- {add_file: n/new, content: hello}\n",
    "- {file: f, find: one, replace: \"one\\nmore\"}\n- {mode_of: g, mode: '0755', was: '0644'}\n"};

const MemoryTree kTree{{"f", "a\nz\n"}, {"g", "x\n"}};

TEST(PlanApply, StacksInTheManifestsOrder) {
  const Carried applied = carry(Way::apply, manifest_of(kSet), kTree, {});

  EXPECT_TRUE(applied.refusals.empty());
  EXPECT_EQ(applied.tree.files().at("f"), "a\none\nmore\ntwo\nz\n");
  EXPECT_EQ(applied.tree.files().at("n/new"), "hello");
  EXPECT_EQ(applied.tree.mode_of("g"), 0755U);
  EXPECT_EQ(applied.record.stack.size(), 3U);
}

TEST(PlanApply, OfAnAppliedSetChangesNothing) {
  const Manifest manifest = manifest_of(kSet);
  const Carried once = carry(Way::apply, manifest, kTree, {});

  const Carried twice = carry(Way::apply, manifest, once.tree, once.record);

  EXPECT_TRUE(twice.tree == once.tree);
  EXPECT_EQ(text_of(twice.record), text_of(once.record));
  EXPECT_EQ(twice.states, std::vector<State>(3, State::applied));
}

TEST(PlanRevert, GivesTheFirstTreeBack) {
  const Manifest manifest = manifest_of(kSet);
  const Carried applied = carry(Way::apply, manifest, kTree, {});

  const Carried reverted = carry(Way::revert, manifest, applied.tree, applied.record);

  EXPECT_TRUE(reverted.tree == kTree);
  EXPECT_TRUE(reverted.record.empty());
}

/// Applies and reverts single patches in random order; whatever is refused leaves all as it was.
TEST(PlanApply, EveryOrderOfStepsLeadsToTheSameBytes) {
  const Manifest manifest = manifest_of(kSet);
  const MemoryTree all = carry(Way::apply, manifest, kTree, {}).tree;
  std::mt19937 random(7);
  for (int round = 0; round < 60; ++round) {
    Carried state{kTree, {}, {}, {}};
    for (int step = 0; step < 8; ++step) {
      const std::string id = "p" + std::to_string(1 + random() % 3);
      state = carry(random() % 3 == 0 ? Way::revert : Way::apply, manifest, state.tree,
                    state.record, {id});
    }
    state = carry(Way::apply, manifest, state.tree, state.record);
    ASSERT_TRUE(state.refusals.empty()) << "round " << round;
    ASSERT_TRUE(state.tree == all) << "round " << round;
    ASSERT_TRUE(carry(Way::revert, manifest, state.tree, state.record).tree == kTree);
  }
}

TEST(PlanApply, RefusesToWriteAFileThatMovedUnderARecordedPatch) {
  const Manifest manifest =
      manifest_of({"- {file: f, find: a, replace: b}\n", "- {file: f, find: z, replace: y}\n"});
  Carried first = carry(Way::apply, manifest, kTree, {}, {"p1"});
  first.tree.write("f", "b\nz\nmoved\n");

  const Carried second = carry(Way::apply, manifest, first.tree, first.record, {"p2"});

  ASSERT_FALSE(second.refusals.empty());
  EXPECT_EQ(second.refusals.front().code, Code::modified);
  EXPECT_EQ(second.tree.files().at("f"), "b\nz\nmoved\n");
}

TEST(PlanApply, KeepsTheRecordOfAModifiedPatchInItsPlace) {
  const Manifest manifest =
      manifest_of({"- {file: f, find: a, replace: b}\n", "- {file: g, find: x, replace: y}\n"});
  Carried first = carry(Way::apply, manifest, kTree, {}, {"p1"});
  first.tree.write("f", "moved\n");

  const Carried second = carry(Way::apply, manifest, first.tree, first.record, {"p2"});

  ASSERT_TRUE(second.refusals.empty());
  ASSERT_EQ(second.record.stack.size(), 2U);
  EXPECT_EQ(second.record.stack[0].patch, "p1");
  EXPECT_EQ(second.tree.files().at("g"), "y\n");
}

}  // namespace
}  // namespace patcher::testing
