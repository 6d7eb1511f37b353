// SPDX-License-Identifier: MIT
#include "patcher/core/line_diff.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace patcher {

void PrintTo(const LineChange& change, std::ostream* out) {
  *out << change.before << "-" << change.removed << " " << change.after << "+" << change.added;
}

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<LineChange> changes(std::string_view before, std::string_view after) {
  return changes_between(lines_of(before), lines_of(after));
}

/// `count` different lines, each with `tag` in it.
std::string many_lines(int count, const std::string& tag) {
  std::string text;
  for (int line = 0; line < count; ++line) text += tag + std::to_string(line) + "\n";
  return text;
}

TEST(LinesOf, KeepsEndings) {
  EXPECT_THAT(lines_of("a\n\r\nb"), ElementsAre("a\n", "\r\n", "b"));
  EXPECT_THAT(lines_of("a\n"), ElementsAre("a\n"));
  EXPECT_THAT(lines_of(""), IsEmpty());
}

TEST(LineDiff, FindsNoChangeInEqualTexts) { EXPECT_THAT(changes("a\nb\n", "a\nb\n"), IsEmpty()); }

TEST(LineDiff, FindsAReplacedLine) {
  EXPECT_THAT(changes("a\nb\nc\n", "a\nX\nc\n"), ElementsAre(LineChange{1, 1, 1, 1}));
}

TEST(LineDiff, FindsAddedAndRemovedLines) {
  EXPECT_THAT(changes("a\nb\nc\nd\n", "N\na\nb\nd\n"),
              ElementsAre(LineChange{0, 0, 0, 1}, LineChange{2, 1, 3, 0}));
}

TEST(LineDiff, GoesFromAndToNothing) {
  EXPECT_THAT(changes("", "a\nb\n"), ElementsAre(LineChange{0, 0, 0, 2}));
  EXPECT_THAT(changes("a\nb\n", ""), ElementsAre(LineChange{0, 2, 0, 0}));
}

TEST(LineDiff, TellsAMissingFinalNewlineFromALine) {
  EXPECT_THAT(changes("a\nb", "a\nb\n"), ElementsAre(LineChange{1, 1, 1, 1}));
}

TEST(LineDiff, FindsTheFewestChangesOfMyersExample) {
  EXPECT_THAT(changes("A\nB\nC\nA\nB\nB\nA\n", "C\nB\nA\nB\nA\nC\n"),
              ElementsAre(LineChange{0, 2, 0, 0}, LineChange{3, 0, 1, 1}, LineChange{5, 1, 4, 0},
                          LineChange{7, 0, 5, 1}));
}

TEST(LineDiff, TakesTooManyDifferencesForOneChange) {
  const std::string before = "same\n" + many_lines(800, "old") + "k\n" + many_lines(800, "old");
  const std::string after = "same\n" + many_lines(800, "new") + "k\n" + many_lines(800, "new");

  EXPECT_THAT(changes(before, after), ElementsAre(LineChange{1, 1601, 1, 1601}));
}

}  // namespace
}  // namespace patcher
