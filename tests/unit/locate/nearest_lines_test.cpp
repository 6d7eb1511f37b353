// SPDX-License-Identifier: MIT
#include "patcher/locate/nearest_lines.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/locate/pattern_of.hpp"
#include "tests/unit/locate/source_of.hpp"

namespace patcher {
namespace {

using Spelled = std::vector<std::string>;

/// Each line of `place` as "expected|line number", a dash for none.
Spelled spelled(const ComparedPlace& place) {
  Spelled lines;
  for (const ComparedLine& line : place.lines) {
    lines.push_back(line.expected.value_or("-") + "|" +
                    (line.found ? std::to_string(*line.found + 1) : "-"));
  }
  return lines;
}

TEST(NearestLines, SpellsTheExpectedLinesAtTheFoundBase) {
  const SourceText text = source_of("x\n    alpha(one)\n      beta(2)\n");

  EXPECT_EQ(spelled(nearest_lines(pattern_of("alpha(one)\n  beta(two)"), text, text.all())),
            (Spelled{"    alpha(one)|2", "      beta(two)|3"}));
}

TEST(NearestLines, SpellsThemAtThePinnedBase) {
  const SourceText text = source_of("        alpha(one)\n");
  LinePattern pattern = pattern_of("alpha(one)");
  pattern.base = 4;

  EXPECT_EQ(spelled(nearest_lines(pattern, text, text.all())), (Spelled{"    alpha(one)|1"}));
}

TEST(NearestLines, AppliesTheShiftOfALine) {
  const SourceText text = source_of("  if_something:\n      call_one()\n  call_three()\n");
  const LinePattern pattern{{{"if_something:", 0}, {"call_two()", 4}, {"call_three()", 0}}, {}};

  EXPECT_EQ(spelled(nearest_lines(pattern, text, text.all())),
            (Spelled{"  if_something:|1", "      call_two()|2", "  call_three()|3"}));
}

TEST(NearestLines, LeavesALineAtTheMargin) {
  const SourceText text = source_of("#ifdef SOME\n    call_one()\n");
  const LinePattern pattern{{{"#ifdef SOME", 0, Base::none}, {"call_two()", 0}}, {}};

  EXPECT_EQ(spelled(nearest_lines(pattern, text, text.all())),
            (Spelled{"#ifdef SOME|1", "    call_two()|2"}));
}

TEST(NearestLines, ShowsLinesBetweenAndMissingOnes) {
  const SourceText text = source_of("alpha(one)\nnew = 1\nbeta(two)\n");

  EXPECT_EQ(
      spelled(nearest_lines(pattern_of("alpha(one)\nbeta(two)\ngamma(three)"), text, text.all())),
      (Spelled{"alpha(one)|1", "-|2", "beta(two)|3", "gamma(three)|-"}));
}

TEST(NearestLines, MarksNothingInEqualLines) {
  const SourceText text = source_of("alpha(one)\nbeta(2)\n");

  const ComparedPlace place = nearest_lines(pattern_of("alpha(one)\nbeta(two)"), text, text.all());

  ASSERT_EQ(place.lines.size(), 2U);
  EXPECT_FALSE(place.lines[0].differs());
  EXPECT_TRUE(place.lines[1].differs());
  EXPECT_EQ(place.lines[1].marks.found, (std::vector<ByteRange>{{5, 6}}));
}

TEST(NearestLines, IsEmptyWhenNothingIsAlike) {
  const SourceText text = source_of("xyz\n");

  EXPECT_TRUE(nearest_lines(pattern_of("abc"), text, text.all()).lines.empty());
  EXPECT_TRUE(nearest_lines(pattern_of("abc"), text, {0, 0}).lines.empty());
}

TEST(HoldingLine, IsTheShortestThatHasThePattern) {
  const SourceText text = source_of("long_name.r = f(x) + 1\na.r = f(x)\nr = f(y)\n");

  EXPECT_EQ(spelled(holding_line(pattern_of("r = f(x)"), text, text.all())),
            (Spelled{"r = f(x)|2"}));
}

TEST(HoldingLine, IsForPatternsOfOneLine) {
  const SourceText text = source_of("xa\nb\n");

  EXPECT_TRUE(holding_line(pattern_of("a\nb"), text, text.all()).lines.empty());
  EXPECT_TRUE(holding_line(pattern_of("c"), text, text.all()).lines.empty());
}

}  // namespace
}  // namespace patcher
