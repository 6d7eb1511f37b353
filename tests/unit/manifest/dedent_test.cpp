// SPDX-License-Identifier: MIT
#include "patcher/manifest/dedent.hpp"

#include <gtest/gtest.h>

namespace patcher::language {
namespace {

TEST(Dedent, DropsWhatAllLinesShare) { EXPECT_EQ(dedented("    a\n      b"), "a\n  b"); }
TEST(Dedent, KeepsTextAtTheMargin) { EXPECT_EQ(dedented("a\n  b"), "a\n  b"); }
TEST(Dedent, LooksPastBlankLines) { EXPECT_EQ(dedented("  a\n\n  b\n "), "a\n\nb\n"); }
TEST(Dedent, DoesNotMixTabsAndSpaces) { EXPECT_EQ(dedented(" \ta\n  b"), "\ta\n b"); }
TEST(Dedent, LeavesEmptyTextEmpty) { EXPECT_EQ(dedented(""), ""); }

}  // namespace
}  // namespace patcher::language
