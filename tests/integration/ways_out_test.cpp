// SPDX-License-Identifier: MIT
// The ways out of states that hang on the record, with the real program and a real disk.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

/// The manifest `name` of the patch files.
std::string manifest_named(const std::string& name, const std::vector<std::string>& patch_files) {
  std::string text = manifest_text(patch_files);
  return text.replace(text.find("name: m"), 7, "name: " + name);
}

TEST(MadeFolders, OfTwoManifestsGoWithTheLastOne) {
  const Sandbox box({{"one.yaml", manifest_named("one", {"p.yaml"})},
                     {"two.yaml", manifest_named("two", {"q.yaml"})},
                     {"p.yaml", patch_text("p", "- {add_file: n/deep/x, content: x}\n")},
                     {"q.yaml", patch_text("q", "- {add_file: n/y, content: y}\n")},
                     {"tree/f", "a\n"}});
  const Snapshot before = box.snapshot();
  ASSERT_EQ(box.run("apply one.yaml").exit, 0);
  ASSERT_EQ(box.run("apply two.yaml").exit, 0);

  EXPECT_EQ(box.run("revert one.yaml").exit, 0);
  EXPECT_FALSE(box.exists("tree/n/deep"));
  EXPECT_EQ(box.run("status two.yaml --require applied").exit, 0);
  EXPECT_EQ(box.run("revert two.yaml").exit, 0);

  EXPECT_EQ(box.snapshot(), before);
}

TEST(MadeFolders, GoAfterACheckoutTookTheFilesAway) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p", "- {add_file: n/deep/x, content: x}\n")},
                     {"tree/f", "a\n"}});
  const Snapshot before = box.snapshot();
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  std::filesystem::remove(box.root() / "tree/n/deep/x");

  EXPECT_EQ(box.run("revert m.yaml").exit, 0);

  EXPECT_EQ(box.snapshot(), before);
}

}  // namespace
}  // namespace patcher::testing
