// SPDX-License-Identifier: MIT
#include "patcher/import/diff_message.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patcher {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

constexpr std::string_view kDiff = "---\n f | 1 +\n\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n";

TEST(MessageOfDiff, LeavesOutTheLinesThatSignIt) {
  const std::string mail =
      "From: =?UTF-8?q?Zo=C3=AB?= <z@example.org>\nSubject: [PATCH] [x] t\n\nWhy.\n\n"
      "Reported-by: a <a@example.org>\nSigned-off-by: b <b@example.org>\n";

  const ChangeMessage message = message_of_diff(mail + std::string(kDiff), "d.patch");

  EXPECT_EQ(message.title, "t");
  EXPECT_EQ(message.why, "Why.");
  EXPECT_THAT(message.origin,
              ElementsAre(StartsWith("Imported from d.patch, SHA-256 "), "By Zo\xC3\xAB."));
}

TEST(MessageOfDiff, IsOneLineForATitleAndAnOriginWhateverIsEncoded) {
  const std::string mail =
      "From: =?UTF-8?q?a=0Ab?= <z@example.org>\nSubject: =?UTF-8?q?a=0Aid:_b=1B?=\n\n";

  const ChangeMessage message = message_of_diff(mail + std::string(kDiff), "d\n.patch");

  EXPECT_EQ(message.title, "a id: b");
  EXPECT_THAT(message.origin, ElementsAre(StartsWith("Imported from d .patch,"), "By a b."));
}

TEST(MessageOfCommit, TakesTheFirstParagraphForTheTitle) {
  CommitChange commit;
  commit.id = std::string(40, 'a');
  commit.author = "A";
  commit.day = "2026-08-22";
  commit.message = "one\ntwo\n\nwhy\nso\n\nChange-Id: I1\n";

  const ChangeMessage message = message_of_commit(commit);

  EXPECT_EQ(message.title, "one two");
  EXPECT_EQ(message.why, "why\nso");
  EXPECT_EQ(message.drop_when, "the base has commit " + commit.id);
}

TEST(MessageOfCommit, HasAReasonWhereTheCommitHasNone) {
  CommitChange commit;
  commit.id = std::string(40, 'a');

  const ChangeMessage message = message_of_commit(commit);

  EXPECT_EQ(message.title, "the change of commit aaaaaaaaaaaa");
  EXPECT_THAT(message.why, StartsWith("the change of commit aaaaaaaaaaaa."));
}

}  // namespace
}  // namespace patcher
