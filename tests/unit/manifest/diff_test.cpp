// SPDX-License-Identifier: MIT
#include "patcher/manifest/diff.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/manifest/sample_files.hpp"

namespace patcher {
namespace {

const std::string kHead = "--- a/f\n+++ b/f\n";
const std::string kHunk = "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n";

Diff read(const std::string& bytes) {
  auto diff = parse_diff(bytes, "x.diff");
  EXPECT_TRUE(diff) << (diff ? "" : diff.error().diagnostics().front().message);
  return diff ? *std::move(diff) : Diff{};
}

DiffFile only_file(const std::string& bytes) {
  Diff diff = read(bytes);
  EXPECT_EQ(diff.files.size(), 1U);
  return diff.files.empty() ? DiffFile{} : std::move(diff.files.front());
}

/// Where and why `bytes` are refused; all of them as diff_invalid, in x.diff.
std::string refusal(const std::string& bytes) {
  const auto diff = parse_diff(bytes, "x.diff");
  if (diff) return "not refused";
  const Diagnostic& first = diff.error().diagnostics().front();
  EXPECT_EQ(first.code, Code::diff_invalid);
  EXPECT_EQ(first.where.file, "x.diff");
  return std::to_string(first.where.line) + ": " + first.message;
}

TEST(Diff, ReadsAHunk) {
  const DiffFile file = only_file("--- a/f\t2026-01-01\n+++ b/f\t2026-01-02\n" + kHunk);

  EXPECT_EQ(file.before, "a/f");
  EXPECT_EQ(file.after, "b/f");
  ASSERT_EQ(file.hunks.size(), 1U);
  EXPECT_EQ(file.hunks[0].before, "a\nb\nc\n");
  EXPECT_EQ(file.hunks[0].after, "a\nB\nc\n");
  EXPECT_EQ(file.hunks[0].context_above, 1U);
  EXPECT_EQ(file.hunks[0].context_below, 1U);
  EXPECT_EQ(file.hunks[0].line, 3U);
}

TEST(Diff, ReadsCountsThatAreLeftOut) {
  const DiffFile file = only_file(kHead + "@@ -1 +1 @@ def f():\n-a\n+b\n");

  EXPECT_EQ(file.hunks.at(0).before, "a\n");
  EXPECT_EQ(file.hunks.at(0).after, "b\n");
}

TEST(Diff, ReadsMissingFinalNewlines) {
  const std::string none = "\\ No newline at end of file\n";
  const auto sides = [&](const std::string& body) {
    const DiffHunk hunk = only_file(kHead + body).hunks.at(0);
    return hunk.before + "|" + hunk.after;
  };

  EXPECT_EQ(sides("@@ -1 +1,2 @@\n-a\n" + none + "+a\n+b\n"), "a|a\nb\n");
  EXPECT_EQ(sides("@@ -1 +1,2 @@\n-a\n+a\n+b\n" + none), "a\n|a\nb");
  EXPECT_EQ(sides("@@ -1 +1,2 @@\n-a\n" + none + "+a\n+b\n" + none), "a|a\nb");
  EXPECT_EQ(sides("@@ -1,2 +1 @@\n-x\n a\n" + none), "x\na|a");
  EXPECT_EQ(sides("@@ -1 +1 @@\n-a\n\\ Pas de fin de ligne\n+b\n"), "a|b\n");
}

TEST(Diff, TakesAnEmptyLineForContextWithAWarning) {
  const Diff diff = read(kHead + "@@ -1,3 +1,3 @@\n-a\n+b\n\n c\n");

  EXPECT_EQ(diff.files.at(0).hunks.at(0).before, "a\n\nc\n");
  EXPECT_EQ(seen(only(diff.warnings)), (Seen{Code::diff_invalid, 6, 1}));
  EXPECT_EQ(only(diff.warnings).severity, Severity::warning);
}

TEST(Diff, KeepsCarriageReturnsAsTheyAre) {
  EXPECT_EQ(only_file(kHead + "@@ -1 +1 @@\n-a\r\n+b\r\n").hunks.at(0).after, "b\r\n");
}

TEST(Diff, ReadsMailAndWhatStandsAround) {
  const Diff diff =
      read("From 12 Mon Sep 17\nSubject: [PATCH] a\n---\n f | 2 +-\n\n" +
           ("diff --git a/f b/f\nindex 1..2 100644\n" + kHead + kHunk) + "-- \n2.39.5\n");

  EXPECT_EQ(diff.files.at(0).hunks.size(), 1U);
  EXPECT_TRUE(diff.files.at(0).is_git);
  EXPECT_EQ(diff.files.at(0).line, 6U);
}

TEST(Diff, DropsAByteOrderMark) {
  EXPECT_EQ(only_file("\xEF\xBB\xBF" + kHead + kHunk).hunks.size(), 1U);
}

TEST(Diff, ReadsFilesThatComeAndGo) {
  const DiffFile fresh = only_file("--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+a\n");
  const DiffFile gone = only_file("--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n");

  EXPECT_EQ(fresh.kind, DiffFile::Kind::added);
  EXPECT_EQ(fresh.hunks.at(0).after, "a\n");
  EXPECT_EQ(gone.kind, DiffFile::Kind::removed);
  EXPECT_EQ(gone.after, "");
}

TEST(Diff, TellsByTheTimeThatAFileWasNotThere) {
  const auto kind = [](const std::string& stamp) {
    return only_file("--- a/f\t" + stamp + "\n+++ b/f\t2026-01-01 10:00:00.5 +0000\n" +
                     "@@ -0,0 +1 @@\n+a\n")
        .kind;
  };

  EXPECT_EQ(kind("1970-01-01 00:00:00.000000000 +0000"), DiffFile::Kind::added);
  EXPECT_EQ(kind("1970-01-01 01:00:00.000000000 +0100"), DiffFile::Kind::added);
  EXPECT_EQ(kind("1969-12-31 16:00:00.000000000 -0800"), DiffFile::Kind::added);
  EXPECT_EQ(kind("1970-01-01 01:00:00.000000000 +0000"), DiffFile::Kind::changed);
  EXPECT_EQ(kind("2026-01-01 00:00:00.000000000 +0000"), DiffFile::Kind::changed);
}

TEST(Diff, ReadsWhatGitSaysOfTheFileItself) {
  const DiffFile mode = only_file("diff --git a/f b/f\nold mode 100644\nnew mode 100755\n");
  const DiffFile fresh =
      only_file("diff --git a/f b/f\nnew file mode 100755\nindex 0000000..e69de29\n");
  const DiffFile gone =
      only_file("diff --git a/f b/f\ndeleted file mode 100644\nindex e69de29..0000000\n");

  EXPECT_EQ(mode.mode_before, 0644U);
  EXPECT_EQ(mode.mode_after, 0755U);
  EXPECT_EQ(fresh.kind, DiffFile::Kind::added);
  EXPECT_EQ(fresh.mode_after, 0755U);
  EXPECT_EQ(gone.kind, DiffFile::Kind::removed);
}

TEST(Diff, ReadsAMove) {
  const DiffFile file = only_file(
      "diff --git a/x y b/z\nsimilarity index 90%\nrename from x y\nrename to z\nindex 1..2\n"
      "--- a/x y\t\n+++ b/z\n" +
      kHunk);

  EXPECT_EQ(file.kind, DiffFile::Kind::moved);
  EXPECT_EQ(file.before, "x y");
  EXPECT_EQ(file.after, "z");
  EXPECT_EQ(file.prefix, DiffFile::Prefix::dropped);
  EXPECT_EQ(file.hunks.size(), 1U);
}

TEST(Diff, ReadsQuotedAndOddNames) {
  const auto name = [](const std::string& spelled) {
    return only_file("--- " + spelled + "\n+++ " + spelled + "\n" + kHunk).before;
  };

  EXPECT_EQ(name("\"a/\\303\\251\\t\\\"\\\\\""), "a/\xC3\xA9\t\"\\");
  EXPECT_EQ(name("a/x y\t"), "a/x y");
  EXPECT_EQ(name("a/x y"), "a/x y");
  EXPECT_EQ(only_file("diff --git \"a/\\t\" \"b/\\t\"\nold mode 100644\nnew mode 100755\n").after,
            "b/\t");
  EXPECT_EQ(only_file("diff --git a/x b/y b/x b/y\nold mode 100644\nnew mode 100755\n").before,
            "a/x b/y");
}

TEST(Diff, RefusesWhatIsNoUnifiedDiff) {
  EXPECT_EQ(refusal(""), "1: the diff is empty");
  EXPECT_EQ(refusal("only\nprose\n"), "1: the file has no change in it, only prose");
  EXPECT_EQ(refusal("\xFF\xFE-\0"),
            "1: the diff is UTF-16, expected the bytes as 'git diff' prints "
            "them");
  EXPECT_EQ(refusal(kHead + "@@ -1 +1 @@\n-a\n+" + std::string(1, '\0') + "\n"),
            "5: the diff has a NUL byte, expected text");
  EXPECT_EQ(refusal("From 12\nContent-Transfer-Encoding: quoted-printable\n\n" + kHead + kHunk),
            "2: the mail is encoded, expected its text as it is");
  EXPECT_EQ(refusal("2c\nx\n.\n"), "1: the file is an ed script, expected a unified diff");
  EXPECT_EQ(refusal("2c2\n< a\n---\n> b\n"),
            "1: the file is a normal diff, expected a unified diff");
  EXPECT_EQ(refusal("d2 1\na2 1\nb\n"), "1: the file is an RCS diff, expected a unified diff");
  EXPECT_EQ(refusal("*** a/f\n--- b/f\n***************\n*** 1 ****\n"),
            "3: this is a context diff, expected a unified one");
  EXPECT_EQ(refusal("diff --cc f\nindex 1,2..3\n--- a/f\n+++ b/f\n@@@ -1,1 -1,1 +1,1 @@@\n"),
            "1: this is the combined diff of a merge, expected one against one parent");
}

TEST(Diff, RefusesHunksThatAreNotWhatTheirHeadersSay) {
  EXPECT_EQ(refusal(kHead + "@@ -1,4 +1,4 @@\n a\n-b\n+B\n c\n"),
            "3: the hunk ends after 3 old and 3 new lines, expected 4 and 4");
  EXPECT_EQ(refusal(kHead + "@@ -1,2 +1,2 @@\n a\n-b\n+B\n c\n"),
            "3: the hunk has more than the 2 old and 2 new lines that its header says");
  EXPECT_EQ(refusal(kHead + "@@ -1,2 +1,1 @@\n a\n+b\n-c\n"),
            "3: the hunk has more than the 2 old and 1 new lines that its header says");
  EXPECT_EQ(refusal(kHead + "@@ -1,9 +1,9 @@\n a\n-b\n+B\n c\n-- \n2.39.5\n"),
            "3: the hunk ends after 4 old and 3 new lines, expected 9 and 9");
  EXPECT_EQ(refusal(kHead + "@@ -1,x +1 @@\n-a\n+b\n"),
            "3: the hunk's header cannot be read, expected '@@ -12,3 +12,4 @@'");
  EXPECT_EQ(refusal(kHead + "@@ -1 +1 @@\n a\n"), "3: the hunk changes nothing");
  EXPECT_EQ(refusal(kHead + "@@ -1 +1 @@\n-a\n+b"),
            "5: the diff's last line is not whole: it has no newline");
  EXPECT_EQ(refusal(kHead + "@@ -1,2 +1 @@\n-a\n\\ No newline at end of file\n-b\n+c\n"),
            "6: a line stands behind the file's last one, which has no newline");
  EXPECT_EQ(refusal("some prose\n@@ -1 +1 @@\n-a\n+b\n"), "2: no file is named above this hunk");
}

TEST(Diff, RefusesWhatNoEditCanSay) {
  const std::string git = "diff --git a/f b/f\n";
  EXPECT_EQ(refusal(git + "index 1..2\nBinary files a/f and b/f differ\n"),
            "3: the diff of this file is binary");
  EXPECT_EQ(refusal(git + "index 1..2\nGIT binary patch\nliteral 1\n"),
            "3: the diff of this file is binary");
  EXPECT_EQ(refusal("Binary files a/f and b/f differ\n" + kHead + kHunk),
            "1: the diff of this file is binary");
  EXPECT_EQ(refusal("Only in b: f\n" + kHead + kHunk),
            "1: a file is said to be on one side only, without its lines");
  EXPECT_EQ(refusal(git + "similarity index 100%\ncopy from f\ncopy to g\n"),
            "3: the section copies a file, which no edit can say");
  EXPECT_EQ(refusal(git + "new file mode 120000\nindex 0..1\n"),
            "2: the file is a symbolic link, expected a regular file");
  EXPECT_EQ(refusal(git + "index 1..2 160000\n"),
            "2: the file is a submodule, expected a regular file");
  EXPECT_EQ(refusal(git + "deleted file mode 100644\nindex 1234567..0000000\n"),
            "1: the file is deleted, but its bytes are not in the diff");
  EXPECT_EQ(refusal(git + "index 1..2 100644\n"), "1: the section says no change of the file");
}

TEST(Diff, RefusesHeadersThatDisagree) {
  const std::string git = "diff --git a/f b/f\n";
  EXPECT_EQ(refusal(git + "new file mode 100644\n" + kHead + kHunk),
            "3: '/dev/null' and the section's header do not agree on whether the file is new or "
            "deleted");
  EXPECT_EQ(refusal(git + "--- a/g\n+++ b/g\n" + kHunk),
            "2: 'diff --git' names other paths than this line and the next");
  EXPECT_EQ(refusal(git + "old mode 100644\n"),
            "2: the section has one of 'old mode' and 'new mode', expected both");
  EXPECT_EQ(refusal("--- a/f\r\n+++ b/f\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n"),
            "1: the diff's own lines end in CRLF: it cannot be told how those of the file end");
  EXPECT_EQ(refusal("--- /dev/null\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n"),
            "1: the file is new, but the section has old lines of it, or none at all, expected one "
            "hunk without");
}

TEST(Diff, FindsEveryFault) {
  const auto diff = parse_diff(
      kHead + "@@ -1,9 +1 @@\n-a\n" + "--- a/g\n+++ b/g\n" + "@@ -1 +1 @@\n a\n" + kHead + kHunk,
      "x.diff");

  ASSERT_FALSE(diff);
  ASSERT_EQ(diff.error().diagnostics().size(), 2U);
  EXPECT_EQ(diff.error().diagnostics()[1].where.line, 7U);
}

}  // namespace
}  // namespace patcher
