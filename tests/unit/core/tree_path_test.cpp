// SPDX-License-Identifier: MIT
#include "patcher/core/tree_path.hpp"

#include <gtest/gtest.h>

#include <string>

namespace patcher {
namespace {

TEST(TreePath, TakesPlainRelativePaths) {
  const auto path = TreePath::parse("a/b.c/d.py");

  ASSERT_TRUE(path.has_value());
  EXPECT_EQ(path->name(), "d.py");
  EXPECT_EQ(path->extension(), ".py");
  EXPECT_EQ(path->parent()->str(), "a/b.c");
  EXPECT_EQ(path->components().size(), 3U);
}

TEST(TreePath, ADotFileHasNoExtension) {
  EXPECT_EQ(TreePath::parse(".gitignore")->extension(), "");
  EXPECT_FALSE(TreePath::parse("a")->parent().has_value());
}

class Unsafe : public ::testing::TestWithParam<std::string> {};

TEST_P(Unsafe, SpellingsAreRefused) {
  EXPECT_TRUE(TreePath::why_unsafe(GetParam()).has_value());
  EXPECT_FALSE(TreePath::parse(GetParam()).has_value());
}

INSTANTIATE_TEST_SUITE_P(All, Unsafe,
                         ::testing::Values("/a", "..", "../a", "a/..", "a/../b", ".git",
                                           ".git/hooks/x", "a/.git/x", ".GIT/x", ".patcher/x",
                                           std::string("a\0b", 3)));

class Malformed : public ::testing::TestWithParam<std::string> {};

TEST_P(Malformed, SpellingsAreSafeButRefused) {
  EXPECT_FALSE(TreePath::why_unsafe(GetParam()).has_value());
  EXPECT_TRUE(TreePath::why_malformed(GetParam()).has_value());
  EXPECT_FALSE(TreePath::parse(GetParam()).has_value());
}

INSTANTIATE_TEST_SUITE_P(All, Malformed, ::testing::Values("", "a//b", "./a", "a/", "a/./b"));

}  // namespace
}  // namespace patcher
