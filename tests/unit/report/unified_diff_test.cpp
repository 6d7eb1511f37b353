// SPDX-License-Identifier: MIT
#include "patcher/report/unified_diff.hpp"

#include <gtest/gtest.h>

namespace patcher {
namespace {

FileDiff edited(std::string path, std::string before, std::string after) {
  return {"atom", std::move(path), "", std::move(before), std::move(after), 0644, 0644};
}

TEST(UnifiedDiff, ShowsThreeLinesOfContext) {
  EXPECT_EQ(render_diff({edited("d/a.py", "1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\nX\n6\n7\n8\n")}),
            "diff --git a/d/a.py b/d/a.py\n"
            "--- a/d/a.py\n"
            "+++ b/d/a.py\n"
            "@@ -2,7 +2,7 @@\n"
            " 2\n 3\n 4\n-5\n+X\n 6\n 7\n 8\n");
}

TEST(UnifiedDiff, JoinsHunksWhoseContextTouches) {
  EXPECT_EQ(render_diff({edited("a", "a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n")}),
            "diff --git a/a b/a\n"
            "--- a/a\n"
            "+++ b/a\n"
            "@@ -1,8 +1,8 @@\n"
            "-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n");
}

TEST(UnifiedDiff, SplitsHunksThatAreFurtherApart) {
  EXPECT_EQ(
      render_diff({edited("a", "a\n1\n2\n3\n4\n5\n6\n7\nb\n", "1\n2\n3\n4\n5\n6\n7\nb\nB\n")}),
      "diff --git a/a b/a\n"
      "--- a/a\n"
      "+++ b/a\n"
      "@@ -1,4 +1,3 @@\n"
      "-a\n 1\n 2\n 3\n"
      "@@ -7,3 +6,4 @@\n"
      " 6\n 7\n b\n+B\n");
}

TEST(UnifiedDiff, SaysWhereTheFinalNewlineIsMissing) {
  EXPECT_EQ(render_diff({edited("a", "a\nb", "a\nb\nc")}),
            "diff --git a/a b/a\n"
            "--- a/a\n"
            "+++ b/a\n"
            "@@ -1,2 +1,3 @@\n"
            " a\n"
            "-b\n\\ No newline at end of file\n"
            "+b\n+c\n\\ No newline at end of file\n");
}

TEST(UnifiedDiff, ShowsANewFile) {
  EXPECT_EQ(render_diff({{"atom", "n.sh", "", "", "x\n", 0, 0755}}),
            "diff --git a/n.sh b/n.sh\n"
            "new file mode 100755\n"
            "--- /dev/null\n"
            "+++ b/n.sh\n"
            "@@ -0,0 +1 @@\n"
            "+x\n");
}

TEST(UnifiedDiff, ShowsARemovedFile) {
  EXPECT_EQ(render_diff({{"atom", "o", "", "x\ny\n", "", 0640, 0}}),
            "diff --git a/o b/o\n"
            "deleted file mode 100644\n"
            "--- a/o\n"
            "+++ /dev/null\n"
            "@@ -1,2 +0,0 @@\n"
            "-x\n-y\n");
}

TEST(UnifiedDiff, ShowsEmptyFilesByTheirHeadersAlone) {
  EXPECT_EQ(render_diff({{"atom", "n", "", "", "", 0, 0644}, {"atom", "o", "", "", "", 0644, 0}}),
            "diff --git a/n b/n\n"
            "new file mode 100644\n"
            "diff --git a/o b/o\n"
            "deleted file mode 100644\n");
}

TEST(UnifiedDiff, ShowsAChangeOfTheExecutableBitAlone) {
  EXPECT_EQ(render_diff({{"atom", "r", "", "x\n", "x\n", 0644, 0755},
                         {"atom", "s", "", "", "", 0600, 0644}}),
            "diff --git a/r b/r\n"
            "old mode 100644\n"
            "new mode 100755\n");
}

TEST(UnifiedDiff, QuotesOddPathsAsGitDoes) {
  EXPECT_EQ(render_diff({edited("\xc3\xbc\t\"\\\x01.py", "", "x\n")}),
            R"(diff --git "a/\303\274\t\"\\\001.py" "b/\303\274\t\"\\\001.py")"
            "\n"
            R"(--- "a/\303\274\t\"\\\001.py")"
            "\n"
            R"(+++ "b/\303\274\t\"\\\001.py")"
            "\n@@ -0,0 +1 @@\n+x\n");
}

TEST(UnifiedDiff, EndsANameWithASpaceByATab) {
  EXPECT_EQ(render_diff({edited("a b", "x\n", "")}),
            "diff --git a/a b b/a b\n"
            "--- a/a b\t\n"
            "+++ b/a b\t\n"
            "@@ -1 +0,0 @@\n"
            "-x\n");
}

TEST(UnifiedDiff, NamesEachTreeWhenThereAreSeveral) {
  const FileDiff one{"atom", "n", "", "", "", 0, 0644};
  const FileDiff other{"aiter\n", "n", "", "", "", 0, 0644};

  EXPECT_EQ(render_diff({one, other}),
            "# tree atom\n"
            "diff --git a/n b/n\n"
            "new file mode 100644\n"
            "# tree aiter\\x0a\n"
            "diff --git a/n b/n\n"
            "new file mode 100644\n");
}

TEST(UnifiedDiff, SaysNothingOfEqualFiles) {
  EXPECT_EQ(render_diff({edited("a", "x\n", "x\n"), {"atom", "b", "", "", "", 0, 0}}), "");
}

}  // namespace
}  // namespace patcher
