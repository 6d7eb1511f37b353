// SPDX-License-Identifier: MIT
#include "patcher/core/line_index.hpp"

#include <gtest/gtest.h>

#include <string>

namespace patcher {
namespace {

TEST(LineIndex, OnlyNewlinesEndLines) {
  const std::string text =
      "a\x0c\xc2\x85\r"
      "b\nc\n";

  const LineIndex lines(text);

  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines.text(0),
            "a\x0c\xc2\x85\r"
            "b");
  EXPECT_EQ(lines.text(1), "c");
}

TEST(LineIndex, CarriageReturnBeforeNewlineBelongsToTheEnding) {
  const LineIndex lines("a\r\nb\n");

  EXPECT_EQ(lines.text(0), "a");
  EXPECT_EQ(lines.ending(0), LineEnding::crlf);
  EXPECT_EQ(lines.whole(0), (ByteRange{0, 3}));
  EXPECT_EQ(lines.ending(1), LineEnding::lf);
}

TEST(LineIndex, LastLineMayHaveNoEnding) {
  const LineIndex lines("a\nb");

  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines.ending(1), LineEnding::none);
  EXPECT_EQ(lines.whole(1), (ByteRange{2, 3}));
}

TEST(LineIndex, EmptyTextHasNoLine) { EXPECT_EQ(LineIndex("").size(), 0U); }

TEST(LineIndex, ByteOrderMarkBelongsToNoLine) {
  const LineIndex lines("\xef\xbb\xbfx\n");

  EXPECT_EQ(lines.text(0), "x");
  EXPECT_EQ(lines.content(0), (ByteRange{3, 4}));
  EXPECT_EQ(lines.column_at(3), 1U);
}

TEST(LineIndex, NumbersAndColumnsAreOneBased) {
  const LineIndex lines("ab\ncd\n");

  EXPECT_EQ(lines.number_at(0), 1U);
  EXPECT_EQ(lines.number_at(4), 2U);
  EXPECT_EQ(lines.column_at(4), 2U);
  EXPECT_EQ(lines.number_at(6), 2U);
}

}  // namespace
}  // namespace patcher
