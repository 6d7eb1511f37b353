// SPDX-License-Identifier: MIT
#include "patcher/core/wrapped.hpp"

#include <gtest/gtest.h>

namespace patcher {
namespace {

TEST(Wrapped, BreaksAtBlanksAndKeepsLineEnds) {
  EXPECT_EQ(wrapped("one two three", 7), "one two\nthree");
  EXPECT_EQ(wrapped("one\n\ntwo three", 5), "one\n\ntwo\nthree");
}

TEST(Wrapped, LeavesAWordThatIsTooLong) { EXPECT_EQ(wrapped("a abcdefgh b", 4), "a\nabcdefgh\nb"); }

}  // namespace
}  // namespace patcher
