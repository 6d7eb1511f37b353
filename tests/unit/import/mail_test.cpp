// SPDX-License-Identifier: MIT
#include "patcher/import/mail.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace patcher {
namespace {

const std::string kFirst = "From 012 Mon Sep 17 00:00:00 2001\nSubject: one\n\n From me\n";
const std::string kSecond = "From 345 Mon Sep 17 00:00:00 2001\nSubject: two\n\nFrom here on\n";

TEST(MailsIn, BeginAtTheLinesThatMailboxesHave) {
  EXPECT_EQ(mails_in(kFirst + kSecond), (std::vector<std::string>{kFirst, kSecond}));
}

TEST(MailsIn, IsOneForADiffAlone) {
  EXPECT_EQ(mails_in("--- a/f\n+++ b/f\n").size(), 1U);
  EXPECT_TRUE(mails_in("").empty());
}

TEST(DecodedMail, HasTheBytesBeforeQuotedPrintableAndBase64) {
  EXPECT_EQ(
      decoded_mail("A: b\nContent-Transfer-Encoding: Quoted-Printable\n\na=3Db=0D\nc=\nd =\r\ne"),
      "A: b\n\na=b\r\ncd e");
  EXPECT_EQ(decoded_mail("Content-Transfer-Encoding: base64\n\nYWJj\r\nZA==\n"), "\nabcd");
}

TEST(DecodedMail, LeavesWhatIsNotEncoded) {
  EXPECT_EQ(decoded_mail("a=3D\n\nb=3D\n"), "a=3D\n\nb=3D\n");
}

TEST(DecodedHeader, JoinsEncodedWords) {
  EXPECT_EQ(decoded_header("[PATCH] =?UTF-8?q?=C3=A4_b?= =?utf-8?B?w7w=?= c"),
            "[PATCH] \xC3\xA4 b\xC3\xBC c");
  EXPECT_EQ(decoded_header("=?iso-8859-1?Q?caf=E9?="), "caf\xC3\xA9");
}

TEST(DecodedHeader, LeavesWhatItCannotRead) {
  EXPECT_EQ(decoded_header("=?koi8-r?q?x?= =?UTF-8?z?x?= =? a"),
            "=?koi8-r?q?x?= =?UTF-8?z?x?= =? a");
}

TEST(IsCoverLetter, IsTheMailThatIsCountedAsNone) {
  EXPECT_TRUE(is_cover_letter("Subject: [PATCH 0/3] all\n\nx\n"));
  EXPECT_TRUE(is_cover_letter("From: a\nSubject: [PATCH v2 00/12] all\n\n"));
  EXPECT_FALSE(is_cover_letter("Subject: [PATCH 10/12] all\n\n"));
  EXPECT_FALSE(is_cover_letter("Subject: [PATCH] 0/3\n\n"));
  EXPECT_FALSE(is_cover_letter("Subject: and 0/3 more\n\n"));
}

}  // namespace
}  // namespace patcher
