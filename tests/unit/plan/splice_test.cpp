// SPDX-License-Identifier: MIT
#include "patcher/plan/splice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace patcher {
namespace {

TEST(Splices, AreDoneInOrderOfTheOldText) {
  const Splices splices{{{0, 1}, "XY"}, {{2, 2}, "-"}, {{3, 4}, ""}};

  EXPECT_EQ(spliced("abcd", splices), "XYb-c");
}

TEST(Splices, InsertionStandsBeforeTheRangeThatBeginsThere) {
  Splices splices{{{1, 2}, "B"}, {{1, 1}, "+"}};

  sort(splices);

  EXPECT_EQ(spliced("abc", splices), "a+Bc");
}

TEST(Splices, TouchingSplicesInvert) {
  const Splices splices{{{0, 3}, ""}, {{3, 4}, "new"}};

  const std::string after = spliced("abcdef", splices);

  EXPECT_EQ(spliced(after, inverse_of("abcdef", splices)), "abcdef");
}

TEST(Moved, TextInsertedAtAnEndStaysOutside) {
  const ByteRange range{2, 4};

  EXPECT_EQ(moved(range, {{{2, 2}, "xx"}}), (ByteRange{4, 6}));
  EXPECT_EQ(moved(range, {{{4, 4}, "xx"}}), (ByteRange{2, 4}));
}

TEST(Moved, TextInsertedInsideMakesItLonger) {
  EXPECT_EQ(moved({2, 4}, {{{3, 3}, "xx"}}), (ByteRange{2, 6}));
}

TEST(OriginOf, NewBytesComeFromWhereTheyWerePut) {
  const Splices splices{{{2, 2}, "xx"}};

  EXPECT_EQ(origin_of(1, splices), 1U);
  EXPECT_EQ(origin_of(3, splices), 2U);
  EXPECT_EQ(origin_of(4, splices), 2U);
  EXPECT_EQ(origin_of(5, splices), 3U);
}

/// Random disjoint splices of a text of `size` bytes.
Splices random_splices(std::mt19937& random, std::size_t size) {
  Splices splices;
  std::size_t at = random() % 3;
  while (at < size) {
    const std::size_t end = std::min<std::size_t>(size, at + random() % 4);
    splices.push_back({{at, end}, std::string(random() % 4, 'n')});
    at = end + 1 + random() % 5;
  }
  return splices;
}

TEST(Splices, InverseAlwaysRestores) {
  std::mt19937 random(20260822);
  for (int round = 0; round < 500; ++round) {
    const std::string before(1 + random() % 40, static_cast<char>('a' + round % 26));
    const Splices splices = random_splices(random, before.size());

    const std::string after = spliced(before, splices);

    ASSERT_EQ(spliced(after, inverse_of(before, splices)), before) << "round " << round;
  }
}

}  // namespace
}  // namespace patcher
