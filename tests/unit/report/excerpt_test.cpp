// SPDX-License-Identifier: MIT
#include "patcher/report/excerpt.hpp"

#include <gtest/gtest.h>

namespace patcher {
namespace {

std::string excerpt(const ExcerptLine& line) { return render_excerpt({line}, Colour::off); }

TEST(Excerpt, MarksARange) {
  EXPECT_EQ(excerpt({440, "put_nowait(batch)", {{11, 16}}}),
            "  440 | put_nowait(batch)\n"
            "      |            ^~~~~\n");
}

TEST(Excerpt, ShowsSeveralLinesAndNoNumberForALineOfNoFile) {
  const std::vector<ExcerptLine> lines = {{7, "a = 1", {}}, {0, "b = 2", {{4, 5}}}, {8, "", {}}};

  EXPECT_EQ(render_excerpt(lines, Colour::off),
            "    7 | a = 1\n"
            "      | b = 2\n"
            "      |     ^\n"
            "    8 |\n");
}

TEST(Excerpt, MarksEachOfTwoTouchingRanges) {
  EXPECT_EQ(excerpt({1, "abcdef", {{0, 2}, {2, 4}}}),
            "    1 | abcdef\n"
            "      | ^~^~\n");
}

TEST(Excerpt, MarksAnInsertionPointByOneCaret) {
  EXPECT_EQ(excerpt({1, "abc", {{1, 1}}}),
            "    1 | abc\n"
            "      |  ^\n");
}

TEST(Excerpt, MarksTheEndOfTheLine) {
  EXPECT_EQ(excerpt({1, "abc", {{3, 3}}}),
            "    1 | abc\n"
            "      |    ^\n");
}

TEST(Excerpt, ShowsAMarkBeyondTheLineAtItsEnd) {
  EXPECT_EQ(excerpt({1, "abc", {{2, 9}, {30, 40}}}),
            "    1 | abc\n"
            "      |   ^^\n");
}

TEST(Excerpt, ExpandsTabsSoThatCaretsFit) {
  EXPECT_EQ(excerpt({1, "\tx\ty", {{3, 4}}}),
            "    1 |     x   y\n"
            "      |         ^\n");
}

TEST(Excerpt, MarksAllColumnsOfATab) {
  EXPECT_EQ(excerpt({1, "\tx", {{0, 1}}}),
            "    1 |     x\n"
            "      | ^~~~\n");
}

TEST(Excerpt, CountsCharactersNotBytes) {
  EXPECT_EQ(excerpt({1, "s = \"\xc3\xbc\xe2\x82\xac\"; y", {{13, 14}}}),
            "    1 | s = \"\xc3\xbc\xe2\x82\xac\"; y\n"
            "      |           ^\n");
}

TEST(Excerpt, MarksAWholeCharacterWhenARangeCutsIt) {
  EXPECT_EQ(excerpt({1,
                     "\xe2\x82\xac"
                     "b",
                     {{1, 4}}}),
            "    1 | \xe2\x82\xac"
            "b\n"
            "      | ^~\n");
}

TEST(Excerpt, EscapesUnprintableBytesAndMovesMarks) {
  EXPECT_EQ(excerpt({1, "\x1b[0m\xff!", {{4, 5}, {5, 6}}}),
            "    1 | \\x1b[0m\\xff!\n"
            "      |        ^~~~^\n");
}

TEST(Excerpt, WidensTheGutterForLongNumbers) {
  const std::vector<ExcerptLine> lines = {{1234567, "a", {{0, 1}}}, {0, "b", {}}};

  EXPECT_EQ(render_excerpt(lines, Colour::off),
            "1234567 | a\n"
            "        | ^\n"
            "        | b\n");
}

TEST(Excerpt, CutsALongLineAtItsEnd) {
  EXPECT_EQ(excerpt({1, "ab" + std::string(200, 'x'), {{0, 2}}}),
            "    1 | ab" + std::string(95, 'x') + "...\n" + "      | ^~\n");
}

TEST(Excerpt, CutsALongLineAroundItsFirstMark) {
  const std::string text = std::string(200, 'x') + "MARK" + std::string(200, 'y');

  EXPECT_EQ(excerpt({1, text, {{200, 204}}}), "    1 | ..." + std::string(17, 'x') + "MARK" +
                                                  std::string(73, 'y') + "...\n" + "      | " +
                                                  std::string(20, ' ') + "^~~~\n");
}

TEST(Excerpt, CutsALongLineBeforeAMarkAtItsEnd) {
  EXPECT_EQ(
      excerpt({1, std::string(200, 'x'), {{200, 200}}}),
      "    1 | ..." + std::string(96, 'x') + "\n" + "      | " + std::string(99, ' ') + "^\n");
}

TEST(Excerpt, CutsAHugeLineAroundItsFirstMark) {
  const std::string text = std::string(1000000, 'x') + "M" + std::string(1000000, 'y');

  EXPECT_EQ(excerpt({1, text, {{1000000, 1000001}}}),
            "    1 | ..." + std::string(17, 'x') + "M" + std::string(76, 'y') + "...\n" +
                "      | " + std::string(20, ' ') + "^\n");
}

TEST(Excerpt, ColoursOnlyTheMarks) {
  EXPECT_EQ(render_excerpt({{1, "a", {{0, 1}}}}, Colour::on),
            "    1 | a\n"
            "      | \x1b[1;32m^\x1b[0m\n");
}

}  // namespace
}  // namespace patcher
