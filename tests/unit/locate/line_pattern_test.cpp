// SPDX-License-Identifier: MIT
#include "patcher/locate/line_pattern.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/unit/locate/pattern_of.hpp"
#include "tests/unit/locate/source_of.hpp"

namespace patcher {
namespace {

using Strings = std::vector<std::string>;

/// The places of `pattern` in `bytes`, each as "first line (1-based):base".
Strings places_of(const LinePattern& pattern, const std::string& bytes) {
  const SourceText text = source_of(bytes);
  Strings places;
  for (const LineMatch& match : find_lines(pattern, text, text.all())) {
    places.push_back(std::to_string(match.first_line + 1) + ":" + match.base);
  }
  return places;
}

TEST(Dedented, DropsTheCommonIndentation) {
  EXPECT_EQ(dedented("  a\n\n    b"), (Block{{"a", "", "  b"}, "  "}));
  EXPECT_EQ(dedented("    a\n  b"), (Block{{"  a", "b"}, "  "}));
  EXPECT_EQ(dedented("a"), (Block{{"a"}, ""}));
}

TEST(Dedented, ComparesTabsAndSpacesByteByByte) {
  EXPECT_EQ(dedented("\ta\n\t b"), (Block{{"a", " b"}, "\t"}));
  EXPECT_EQ(dedented("\ta\n        b"), (Block{{"\ta", "        b"}, ""}));
}

TEST(Dedented, MakesALineOfBlanksEmpty) {
  EXPECT_EQ(dedented("  a\n \t\n  b"), (Block{{"a", "", "b"}, "  "}));
  EXPECT_EQ(dedented("  \n\t"), (Block{{"", ""}, ""}));
}

TEST(Dedented, TakesAFinalNewlineForALine) {
  EXPECT_EQ(dedented("a\n"), (Block{{"a", ""}, ""}));
  EXPECT_EQ(dedented(""), (Block{{""}, ""}));
}

TEST(Dedented, KeepsTrailingBlanksAndCarriageReturns) {
  EXPECT_EQ(dedented(" a \r\n b\x0c"), (Block{{"a \r", "b\x0c"}, " "}));
}

TEST(Shifted, AddsSpacesAtTheEnd) {
  EXPECT_EQ(shifted("  ", 4), "      ");
  EXPECT_EQ(shifted("", 2), "  ");
  EXPECT_EQ(shifted("\t ", 0), "\t ");
}

TEST(Shifted, TakesSpacesFromTheEnd) {
  EXPECT_EQ(shifted("    ", -4), "");
  EXPECT_EQ(shifted("\t  ", -2), "\t");
}

TEST(Shifted, RefusesWhatIsNotThere) {
  EXPECT_EQ(shifted("  ", -3), std::nullopt);
  EXPECT_EQ(shifted("  \t", -1), std::nullopt);
  EXPECT_EQ(shifted("", -1), std::nullopt);
}

TEST(Shifted, PutsNoSpacesOnTabs) {
  EXPECT_EQ(shifted("\t", 4), std::nullopt);
  EXPECT_EQ(shifted("\t  ", 4), std::nullopt);
}

struct PlaceCase {
  const char* name;
  const char* block;
  std::string bytes;
  Strings places;
};

class FindLines : public testing::TestWithParam<PlaceCase> {};

TEST_P(FindLines, FindsExactlyThesePlaces) {
  EXPECT_EQ(places_of(pattern_of(GetParam().block), GetParam().bytes), GetParam().places);
}

INSTANTIATE_TEST_SUITE_P(
    Rules, FindLines,
    testing::Values(
        PlaceCase{"FirstAndLastLine", "a", "a\nb\na\n", {"1:", "3:"}},
        PlaceCase{"NoFinalNewline", "b\nc", "a\nb\nc", {"2:"}},
        PlaceCase{"Crlf", "a\nb", "a\r\nb\r\n", {"1:"}},
        PlaceCase{"MixedEndings", "a\nb\nc", "a\r\nb\nc\r\n", {"1:"}},
        PlaceCase{"ByteOrderMark", "import os", "\xef\xbb\xbfimport os\n", {"1:"}},
        PlaceCase{"FormFeedIsContent", "y = 2", "x\n\x0cy = 2\n", {}},
        PlaceCase{"LoneCarriageReturnIsContent", "a", "a\rb\na\r\r\na\n", {"3:"}},
        PlaceCase{"OddBytes", "caf\xe9", "# x\n  caf\xe9\n", {"2:  "}},
        PlaceCase{"TailOfALongerLine", "r = f(x)", "a.r = f(x)\nr = f(x) # c\n", {}},
        PlaceCase{"TrailingBlanksCount", "a", "a \na\t\na\n", {"3:"}},
        PlaceCase{"TrailingBlanksInTheAnchor", "a ", "a\na \n", {"2:"}},
        PlaceCase{"AnyBase",
                  "  a\n    b",
                  "\ta\n\t  b\n        a\n          b\n",
                  {"1:\t", "3:        "}},
        PlaceCase{"OneBaseForAllLines", "a\nb", "  a\n   b\n\ta\n    b\n", {}},
        PlaceCase{"RelativeIndentationIsExact", "a\n  b", "a\n\tb\na\n    b\n", {}},
        PlaceCase{"FirstLineDeeper", "    a\n  b", "      a\n    b\n  a\n  b\n", {"1:    "}},
        PlaceCase{"OverlappingPlaces", "a\na", "a\na\na\na\n", {"1:", "2:", "3:"}},
        PlaceCase{"BlankLineMatchesEmpty", "a\n\nb", "a\n\nb\n  a\n\r\n  b\n", {"1:", "4:  "}},
        PlaceCase{"BlankLineMatchesNoBlanks", "a\n\nb", "a\n  \nb\n", {}},
        PlaceCase{"LeadingBlankLine", "\na", "a\n\n  a\n", {"2:  "}},
        PlaceCase{"TrailingBlankLine", "a\n", "a\nb\na\n\n", {"3:"}},
        PlaceCase{"TrailingBlankLineAtTheEnd", "a\n", "a\n", {}},
        PlaceCase{"BlankLinesOnly", "\n", "\n\n\n", {}},
        PlaceCase{"LongerThanTheText", "a\nb\nc", "b\nc\n", {}},
        PlaceCase{"EmptyText", "a", "", {}},
        PlaceCase{"ProbeTwiceOnALine", "aa", "aaaa\n  aa\n", {"2:  "}}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST(FindLinesBase, PinsItsLengthInBytes) {
  LinePattern pattern = pattern_of("r = f(x)");
  const std::string bytes =
      "if c:\n            r = f(x)\nelse:\n    pass\ndef g(x):\n        r = f(x)\n";

  EXPECT_EQ(places_of(pattern, bytes), (Strings{"2:            ", "6:        "}));
  pattern.base = 8;
  EXPECT_EQ(places_of(pattern, bytes), (Strings{"6:        "}));
}

TEST(FindLinesBase, PinnedToZeroMatchesAtTheMargin) {
  LinePattern pattern = pattern_of("#if X");
  pattern.base = 0;

  EXPECT_EQ(places_of(pattern, "  #if X\n#if X\n"), (Strings{"2:"}));
}

TEST(FindLinesShift, AddsToTheBaseOfItsLineOnly) {
  const LinePattern pattern{{{"if x:", 0}, {"y()", 4}, {"z()", 0}}, {}};

  EXPECT_EQ(places_of(pattern, "  if x:\n      y()\n  z()\n"), (Strings{"1:  "}));
  EXPECT_EQ(places_of(pattern, "  if x:\n  y()\n  z()\n"), (Strings{}));
}

TEST(FindLinesShift, ReportsTheUnshiftedBase) {
  EXPECT_EQ(places_of({{{"y()", 4}}, {}}, "      y()\n"), (Strings{"1:  "}));
  EXPECT_EQ(places_of({{{"y()", -4}}, {}}, "  y()\n"), (Strings{"1:      "}));
  EXPECT_EQ(places_of({{{"y()", -4}, {"z()", 0}}, {}}, "y()\n    z()\n"), (Strings{"1:    "}));
}

TEST(FindLinesShift, DoesNotFitATabBase) {
  EXPECT_EQ(places_of({{{"y()", 4}}, {}}, "\t    y()\n"), (Strings{}));
  EXPECT_EQ(places_of({{{"y()", 4}}, {}}, "   y()\n"), (Strings{}));
}

TEST(FindLinesBase, IsNotAskedOfALineAtTheMargin) {
  const LinePattern pattern{{{"#if X", 0, Base::none}, {"y()", 0}}, {}};

  EXPECT_EQ(places_of(pattern, "#if X\n    y()\n"), (Strings{"1:    "}));
  EXPECT_EQ(places_of(pattern, "    #if X\n    y()\n"), (Strings{}));
}

TEST(FindLinesBase, IsEmptyWhereNoLineStandsOnIt) {
  const LinePattern pattern{{{"#endif", 0, Base::none}}, {}};

  EXPECT_EQ(places_of(pattern, "#endif\n  #endif\n"), (Strings{"1:"}));
}

TEST(FindLinesWithin, NeedsWholeLines) {
  const SourceText text = source_of("a\nb\na\n");

  EXPECT_EQ(find_lines(pattern_of("a"), text, {2, 6}).size(), 1U);
  EXPECT_TRUE(find_lines(pattern_of("a"), text, {2, 5}).empty());
  EXPECT_TRUE(find_lines(pattern_of("a\nb"), text, {1, 6}).empty());
  EXPECT_TRUE(find_lines(pattern_of("a"), text, {2, 2}).empty());
}

TEST(FindLinesWithin, GivesTheRangeWithTheLastEnding) {
  const SourceText text = source_of("x\r\n  a\r\n  b\r\ny");

  const auto matches = find_lines(pattern_of("a\nb"), text, text.all());

  ASSERT_EQ(matches.size(), 1U);
  EXPECT_EQ(part_of(text, matches[0].range), "  a\r\n  b\r\n");
  EXPECT_EQ(matches[0].first_line, 1U);
}

/// The places of `needle` in `bytes`, each as the bytes found after "offset:".
Strings byte_places_of(std::string_view needle, const std::string& bytes) {
  const SourceText text = source_of(bytes);
  Strings places;
  for (const ByteRange& range : find_bytes(needle, text, text.all())) {
    places.push_back(std::to_string(range.begin) + ":" + std::string(part_of(text, range)));
  }
  return places;
}

TEST(FindBytes, FindsOverlappingPlacesInOrder) {
  EXPECT_EQ(byte_places_of("aa", "aaaxaa"), (Strings{"0:aa", "1:aa", "4:aa"}));
  EXPECT_EQ(byte_places_of("b", "a"), (Strings{}));
  EXPECT_EQ(byte_places_of("", "a"), (Strings{}));
  EXPECT_EQ(byte_places_of("a", ""), (Strings{}));
}

TEST(FindBytes, MatchesANewlineToEitherEnding) {
  EXPECT_EQ(byte_places_of("a\nb", "a\nb a\r\nb a\rb"), (Strings{"0:a\nb", "4:a\r\nb"}));
  EXPECT_EQ(byte_places_of("a\n", "a\r\n"), (Strings{"0:a\r\n"}));
}

TEST(FindBytes, TakesALeadingNewlineOnce) {
  EXPECT_EQ(byte_places_of("\na", "x\r\na\na"), (Strings{"1:\r\na", "4:\na"}));
  EXPECT_EQ(byte_places_of("\n\n", "\r\n\r\n\n"), (Strings{"0:\r\n\r\n", "2:\r\n\n"}));
}

TEST(FindBytes, TakesALoneCarriageReturnForContent) {
  EXPECT_EQ(byte_places_of("a\rb", "a\nb a\rb"), (Strings{"4:a\rb"}));
}

TEST(FindBytes, StaysWithin) {
  const SourceText text = source_of("abab");

  EXPECT_EQ(find_bytes("ab", text, {1, 4}), (std::vector<ByteRange>{{2, 4}}));
  EXPECT_TRUE(find_bytes("ab", text, {0, 1}).empty());
}

TEST(FindBytes, LeavesTheByteOrderMarkAlone) {
  EXPECT_EQ(byte_places_of("i", "\xef\xbb\xbfi"), (Strings{"3:i"}));
  EXPECT_EQ(byte_places_of("\xef", "\xef\xbb\xbfi"), (Strings{}));
}

}  // namespace
}  // namespace patcher
