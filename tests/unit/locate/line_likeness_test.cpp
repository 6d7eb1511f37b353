// SPDX-License-Identifier: MIT
#include "patcher/locate/line_likeness.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace patcher {
namespace {

double like(std::string_view a, std::string_view b) {
  return likeness(profile_of(a), profile_of(b));
}

TEST(Likeness, IsOneForTheSameLineAtAnyIndentation) {
  EXPECT_EQ(like("    x = f(1)", "\tx = f(1)  "), 1);
  EXPECT_EQ(like("", "   "), 1);
}

TEST(Likeness, IsALittleLessWhenBlanksWithinDiffer) {
  EXPECT_LT(like("x = 1", "x=1"), 1);
  EXPECT_GT(like("x = 1", "x=1"), like("x = 1", "x = 2"));
}

TEST(Likeness, GrowsWithWhatIsShared) {
  EXPECT_GT(like("self.queue.put(x)", "self.queues.put(x)"), 0.8);
  EXPECT_GT(like("self.queue.put(x)", "self.queue.get()"), like("self.queue.put(x)", "return 1"));
  EXPECT_EQ(like("abc", "xyz"), 0);
}

TEST(Likeness, OfABlankLineToAnyOtherIsZero) {
  EXPECT_EQ(like("", "x"), 0);
  EXPECT_EQ(like("x", " "), 0);
}

TEST(Likeness, ComparesLinesOfOneByte) {
  EXPECT_EQ(like("}", "    }"), 1);
  EXPECT_EQ(like("}", "{"), 0);
}

/// Both lines with what `difference` marks in brackets, as "expected / found".
std::string marked(std::string expected, std::string found) {
  const LineDifference marks = difference(expected, found);
  const auto bracket = [](std::string& line, const std::vector<ByteRange>& ranges) {
    for (auto range = ranges.rbegin(); range != ranges.rend(); ++range) {
      line.insert(range->end, "]").insert(range->begin, "[");
    }
  };
  bracket(expected, marks.expected);
  bracket(found, marks.found);
  return expected + " / " + found;
}

TEST(Difference, MarksNothingInEqualLines) { EXPECT_EQ(marked("a b", "a b"), "a b / a b"); }

TEST(Difference, MarksTheWordThatDiffers) {
  EXPECT_EQ(marked("B=1", "B=9"), "B=[1] / B=[9]");
  EXPECT_EQ(marked("q.out_queue.put()", "q.outs_queue.put()"),
            "q.[out_queue].put() / q.[outs_queue].put()");
}

TEST(Difference, MarksWhatIsMoreOnItsSideOnly) {
  EXPECT_EQ(marked("f(x)", "f(x, y)"), "f(x) / f(x[, y])");
  EXPECT_EQ(marked("f(x)  # c", "f(x)"), "f(x)[  # c] / f(x)");
}

TEST(Difference, MarksSeveralParts) {
  EXPECT_EQ(marked("Queue[Item]()", "Queue[list[Item]]()"),
            "Queue[Item]() / Queue[[list[]Item[]]]()");
}

TEST(Difference, MarksBlanks) {
  EXPECT_EQ(marked("    x", "\tx"), "[    ]x / [\t]x");
  EXPECT_EQ(marked("x", "x "), "x / x[ ]");
  EXPECT_EQ(marked("x", ""), "[x] / ");
}

TEST(Difference, DoesNotCutThroughAUtf8Letter) {
  EXPECT_EQ(marked("# caf\xc3\xa9", "# caf\xc3\xa8"), "# [caf\xc3\xa9] / # [caf\xc3\xa8]");
}

TEST(Difference, GivesOneRangeForVeryManyWords) {
  std::string expected = "a,";
  std::string found = "b,";
  for (int i = 0; i < 300; ++i) {
    expected += "x,";
    found += "x,";
  }

  const LineDifference marks = difference(expected + "c", found + "d");

  EXPECT_EQ(marks.expected, (std::vector<ByteRange>{{0, expected.size() + 1}}));
  EXPECT_EQ(marks.found, (std::vector<ByteRange>{{0, found.size() + 1}}));
}

TEST(IsWord, TakesLettersDigitsAndOddBytes) {
  EXPECT_TRUE(is_word("put_nowait2"));
  EXPECT_TRUE(is_word("caf\xe9"));
  EXPECT_FALSE(is_word("a b"));
  EXPECT_FALSE(is_word("a."));
  EXPECT_FALSE(is_word(""));
}

}  // namespace
}  // namespace patcher
