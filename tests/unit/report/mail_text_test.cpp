// SPDX-License-Identifier: MIT
#include "patcher/report/mail_text.hpp"

#include <gtest/gtest.h>

#include <string>

#include "patcher/core/line_diff.hpp"

namespace patcher {
namespace {

TEST(HeaderLine, FoldsAtBlanks) {
  const std::string word(60, 'x');

  EXPECT_EQ(header_line("Subject", "short"), "Subject: short\n");
  EXPECT_EQ(header_line("Subject", word + " " + word), "Subject: " + word + "\n " + word + "\n");
}

TEST(HeaderLine, EncodesWhatIsNotAsciiInWordsThatSplitNoLetter) {
  std::string letters;
  for (int i = 0; i < 30; ++i) letters += "\xC3\xBC";

  const std::string line = header_line("Subject", "a b=" + letters);

  EXPECT_TRUE(line.starts_with("Subject: =?UTF-8?q?a_b=3D=C3=BC")) << line;
  for (const auto part : lines_of(line)) {
    EXPECT_LE(part.size(), 76U);
    EXPECT_TRUE(part.ends_with("=BC?=\n")) << part;
  }
}

TEST(HeaderLine, EncodesWhatWouldBeDecoded) {
  EXPECT_EQ(header_line("Subject", "=?x"), "Subject: =?UTF-8?q?=3D=3Fx?=\n");
}

TEST(QuotedPrintable, KeepsEveryByteInShortLines) {
  EXPECT_EQ(quoted_printable("a=b\r\nc \n\t\xFF\n"), "a=3Db=0D\nc=20\n\t=FF\n");
  EXPECT_EQ(quoted_printable(std::string(80, 'y')),
            std::string(75, 'y') + "=\n" + std::string(5, 'y'));
}

TEST(MessageLines, PutABlankBeforeWhatGitTakesForSomethingElse) {
  EXPECT_EQ(message_lines("--- a/f\nFrom: x\nplain\ndiff -u\n"),
            " --- a/f\n From: x\nplain\n diff -u\n");
}

}  // namespace
}  // namespace patcher
