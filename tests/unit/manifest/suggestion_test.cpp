// SPDX-License-Identifier: MIT
#include "patcher/manifest/suggestion.hpp"

#include <gtest/gtest.h>

namespace patcher::language {
namespace {

const std::vector<std::string_view> kWords = {"replace", "insert_before", "insert_after", "file"};

TEST(Suggestion, FindsAMissingLetter) { EXPECT_EQ(nearest("replce", kWords), "replace"); }
TEST(Suggestion, CountsASwapAsOne) { EXPECT_EQ(nearest("flie", kWords), "file"); }
TEST(Suggestion, PrefersTheNearest) { EXPECT_EQ(nearest("insert_afte", kWords), "insert_after"); }
TEST(Suggestion, GivesTheWordItself) { EXPECT_EQ(nearest("file", kWords), "file"); }

TEST(Suggestion, StaysSilentWhenNothingIsNear) {
  EXPECT_FALSE(nearest("colour", kWords));
  EXPECT_FALSE(nearest(std::string(100, 'x'), kWords));
  EXPECT_FALSE(nearest("file", {}));
}

}  // namespace
}  // namespace patcher::language
