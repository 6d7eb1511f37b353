// SPDX-License-Identifier: MIT
#include "patcher/core/utf8.hpp"

#include <gtest/gtest.h>

#include <string>

namespace patcher {
namespace {

TEST(Utf8, ReadsOneToFourBytes) {
  EXPECT_EQ(utf8_at("a", 0)->value, U'a');
  EXPECT_EQ(utf8_at("x\xc3\xa9", 1)->value, U'\u00e9');
  EXPECT_EQ(utf8_at("\xe2\x82\xac", 0)->size, 3U);
  EXPECT_EQ(utf8_at("\xf0\x9f\x98\x80", 0)->value, U'\U0001f600');
}

TEST(Utf8, IsAllThatStandsBehindMuchAscii) {
  for (std::size_t length = 0; length < 20; ++length) {
    const std::string ascii(length, 'a');
    EXPECT_TRUE(is_utf8(ascii + "\xc3\xa9" + ascii)) << length;
    EXPECT_FALSE(is_utf8(ascii + "\xc3" + ascii)) << length;
    EXPECT_FALSE(is_utf8(ascii + "\xe9")) << length;
  }
}

class NotUtf8 : public ::testing::TestWithParam<std::string> {};

TEST_P(NotUtf8, IsRefused) {
  EXPECT_FALSE(utf8_at(GetParam(), 0).has_value());
  EXPECT_FALSE(is_utf8("ok" + GetParam()));
  for (std::size_t before = 0; before < 20; ++before) {
    EXPECT_FALSE(is_utf8(std::string(before, 'x') + GetParam() + "ok")) << before;
  }
}

INSTANTIATE_TEST_SUITE_P(All, NotUtf8,
                         ::testing::Values("\x80", "\xe9", "\xc0\x80", "\xe0\x80\x80",
                                           "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80",
                                           "\xe2\x82", "\xc3"));

}  // namespace
}  // namespace patcher
