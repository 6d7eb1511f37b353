// SPDX-License-Identifier: MIT
#include "patcher/manifest/plain_scalar.hpp"

#include <gtest/gtest.h>

namespace patcher::yaml {
namespace {

class Trap : public testing::TestWithParam<const char*> {};
TEST_P(Trap, IsSeen) { EXPECT_TRUE(trap_in(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Words, Trap,
                         testing::Values("", "~", "null", "Null", "NULL", "yes", "Yes", "YES", "no",
                                         "on", "off", "OFF", "true", "True", "false", "=", "<<"));
INSTANTIATE_TEST_SUITE_P(Numbers, Trap,
                         testing::Values("3.10", "1e3", "1E3", "1.5e+3", "012", "0x1f", "0X1F",
                                         "0o17", "0b1", "1_000", "+3", "-0", ".5", "5.", "-.5",
                                         "00", "1_0.5", "0.10", "123456789.123456789",
                                         "12e4567890123456789012345678901234567890"));
INSTANTIATE_TEST_SUITE_P(Others, Trap,
                         testing::Values(".inf", "-.Inf", "+.INF", ".nan", ".NaN", "12:30:00",
                                         "1:30", "190:20:30.15", "2026-08-22", "2026-8-2",
                                         "2026-08-22 10:00:00", "2026-08-22T10:00:00Z"));

class Harmless : public testing::TestWithParam<const char*> {};
TEST_P(Harmless, IsLeftAlone) { EXPECT_FALSE(trap_in(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Texts, Harmless,
                         testing::Values("N", "n", "y", "Y", "x", "yes!", "nothing", "1.2.3", "v1",
                                         "3", "-3", "0", "3.5", "0.5", "10.0", "1e", "e3", "0x",
                                         "0xg", ".", "-", "_1", "1:2:x", "a:30", "1:234", "2026-08",
                                         "2026-08-22x", "ffdf3bb5",
                                         "1234567890123456789012345678901234567890"));

TEST(CanonicalInteger, ReadsDecimalNumbers) {
  EXPECT_EQ(canonical_integer("0"), 0);
  EXPECT_EQ(canonical_integer("17"), 17);
  EXPECT_EQ(canonical_integer("-3"), -3);
  EXPECT_EQ(canonical_integer("999999999"), 999'999'999);
}

TEST(CanonicalInteger, RefusesEverythingElse) {
  EXPECT_FALSE(canonical_integer(""));
  EXPECT_FALSE(canonical_integer("-0"));
  EXPECT_FALSE(canonical_integer("01"));
  EXPECT_FALSE(canonical_integer("+1"));
  EXPECT_FALSE(canonical_integer("1.0"));
  EXPECT_FALSE(canonical_integer("1000000000"));
}

}  // namespace
}  // namespace patcher::yaml
