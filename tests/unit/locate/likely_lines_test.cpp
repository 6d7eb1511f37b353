// SPDX-License-Identifier: MIT
#include "patcher/locate/likely_lines.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/locate/source_of.hpp"

namespace patcher {
namespace {

TEST(LinesWithin, CountsWholeLinesOnly) {
  const SourceText text = source_of("a\nb\r\nc");
  const auto span = [&](ByteRange within) {
    const LineSpan lines = lines_within(text, within);
    return std::to_string(lines.begin) + "-" + std::to_string(lines.end);
  };

  EXPECT_EQ(span({0, 6}), "0-3");
  EXPECT_EQ(span({2, 5}), "1-2");
  EXPECT_EQ(span({1, 5}), "1-2");
  EXPECT_EQ(span({2, 4}), "1-1");
  EXPECT_EQ(span({1, 2}), "1-1");
}

TEST(LinesWithin, IsEmptyForAnEmptyText) {
  const LineSpan span = lines_within(source_of(""), {0, 0});

  EXPECT_EQ(span.begin, span.end);
}

TEST(LikelyStarts, PutsTheMostLikelyPlaceFirst) {
  const SourceText text =
      source_of("alpha(one)\nbeta(2)\nnothing\nto see\nhere\nalpha(one)\nbeta(two)\n");

  const auto starts = likely_starts({"alpha(one)", "beta(two)"}, text, {0, 7});

  ASSERT_FALSE(starts.empty());
  EXPECT_EQ(starts.front(), 5U);
}

TEST(LikelyStarts, CountsBackFromALaterLine) {
  const SourceText text = source_of("x\ny\nz\nsomething_telling()\n");

  EXPECT_EQ(likely_starts({"}", "", "something_telling()"}, text, {0, 4}),
            (std::vector<std::size_t>{1}));
}

TEST(LikelyStarts, StaysInTheSpan) {
  const SourceText text = source_of("alpha(one)\nalpha(two)\n\n\n\n\nalpha(one)\n");

  EXPECT_EQ(likely_starts({"x", "alpha(one)"}, text, {0, 2}), (std::vector<std::size_t>{0}));
  EXPECT_TRUE(likely_starts({"alpha(one)"}, text, {2, 6}).empty());
  EXPECT_TRUE(likely_starts({"alpha(one)"}, text, {2, 2}).empty());
}

TEST(LikelyStarts, IsEmptyWhenNothingIsAlike) {
  EXPECT_TRUE(likely_starts({"abc"}, source_of("xyz\nuvw\n"), {0, 2}).empty());
}

TEST(LikelyHolders, FindsAPartOfALongLine) {
  const SourceText text = source_of("x\n" + std::string(9000, '.') + "put_nowait(a)...\ny\n");

  EXPECT_EQ(likely_holders("put_nowait(b)", text, {0, 3}), (std::vector<std::size_t>{1}));
}

TEST(LikelyHolders, PrefersTheShorterOfTwoLines) {
  const SourceText text = source_of("f(put(a), 1, 2, 3)\nput(a)\n");

  EXPECT_EQ(likely_holders("put(a)", text, {0, 2}), (std::vector<std::size_t>{1, 0}));
}

}  // namespace
}  // namespace patcher
