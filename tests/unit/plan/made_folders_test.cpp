// SPDX-License-Identifier: MIT
// Folders that runs made go when the last patch that needs them has gone.
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/plan/plan_fixture.hpp"

namespace patcher::testing {
namespace {

const MemoryTree kTree{{"f", "a\n"}};

Manifest adding(const std::string& name, const std::string& path) {
  Manifest manifest = manifest_of({"- {add_file: " + path + ", content: " + name + "}\n"});
  manifest.name = name;
  return manifest;
}

/// The tree with `n/deep/x` of one manifest and `n/y` of another.
Carried both_applied() {
  const Carried one = carry(Way::apply, adding("one", "n/deep/x"), kTree, {});
  return carry(Way::apply, adding("two", "n/y"), one.tree, one.record);
}

TEST(MadeFolders, GoWithTheLastManifestThatUsesThem) {
  const Carried both = both_applied();

  const Carried half = carry(Way::revert, adding("one", "n/deep/x"), both.tree, both.record);
  const Carried none = carry(Way::revert, adding("two", "n/y"), half.tree, half.record);

  EXPECT_TRUE(half.tree == (MemoryTree{{"f", "a\n"}, {"n/y", "two"}}));
  ASSERT_EQ(half.record.stack.size(), 1U);
  EXPECT_EQ(half.record.stack[0].made_folders, std::vector{*TreePath::parse("n")});
  EXPECT_TRUE(none.tree == kTree);
}

TEST(MadeFolders, StayWithTheOneThatMadeThemWhenTheOtherGoesFirst) {
  const Carried both = both_applied();

  const Carried half = carry(Way::revert, adding("two", "n/y"), both.tree, both.record);
  const Carried none = carry(Way::revert, adding("one", "n/deep/x"), half.tree, half.record);

  EXPECT_EQ(half.record.stack[0].made_folders.size(), 2U);
  EXPECT_TRUE(none.tree == kTree);
}

TEST(MadeFolders, OfOneRunBelongToTheLowestPatch) {
  const Manifest manifest =
      manifest_of({"- {add_file: n/x, content: x}\n", "- {add_file: n/deep/y, content: y}\n"});

  const Carried applied = carry(Way::apply, manifest, kTree, {});
  const Carried upper = carry(Way::revert, manifest, applied.tree, applied.record, {"p1"});

  EXPECT_EQ(applied.record.stack[0].made_folders, std::vector{*TreePath::parse("n")});
  EXPECT_EQ(applied.record.stack[1].made_folders, std::vector{*TreePath::parse("n/deep")});
  EXPECT_EQ(states_of(manifest, applied.tree, applied.record),
            std::vector<State>(2, State::applied));
  EXPECT_EQ(upper.record.stack[0].made_folders.size(), 2U);
  EXPECT_TRUE(carry(Way::revert, manifest, upper.tree, upper.record).tree == kTree);
}

TEST(MadeFolders, GoAfterACheckoutThatTookTheFilesAway) {
  Carried applied = carry(Way::apply, adding("one", "n/deep/x"), kTree, {});
  applied.tree.unlink("n/deep/x");

  const Carried reverted =
      carry(Way::revert, adding("one", "n/deep/x"), applied.tree, applied.record);

  EXPECT_EQ(reverted.states, std::vector{State::pristine});
  EXPECT_TRUE(reverted.tree == kTree);
  EXPECT_TRUE(reverted.record.empty());
}

TEST(MadeFolders, AreTheOtherManifestsAfterACheckoutOfOne) {
  Carried both = both_applied();
  both.tree.unlink("n/deep/x");

  const Carried two = carry(Way::apply, adding("two", "n/y"), both.tree, both.record);
  const Carried none = carry(Way::revert, adding("two", "n/y"), two.tree, two.record);

  EXPECT_EQ(two.states, std::vector{State::applied});
  EXPECT_TRUE(two.tree == (MemoryTree{{"f", "a\n"}, {"n/y", "two"}}));
  EXPECT_TRUE(none.tree == kTree);
}

TEST(MadeFolders, ThatTheRecordClaimsWithoutAFileInThemStay) {
  MemoryTree tree = kTree;
  tree.write("empty/x", "");
  tree.unlink("empty/x");
  Carried applied = carry(Way::apply, adding("one", "n/x"), tree, {});
  applied.record.stack[0].made_folders.push_back(*TreePath::parse("empty"));
  applied.tree.unlink("n/x");

  const Carried reverted = carry(Way::revert, adding("one", "n/x"), applied.tree, applied.record);

  EXPECT_TRUE(reverted.tree == tree);
}

}  // namespace
}  // namespace patcher::testing
