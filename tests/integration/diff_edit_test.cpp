// SPDX-License-Identifier: MIT
// Edits by a diff: inputs at which other tools go wrong, each with its one right answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/one_patch.hpp"

namespace patcher::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// A sandbox's files: one patch of one diff, and the tree's files.
Files by_diff(const std::string& diff, const Files& tree, const std::string& more = "") {
  Files files{{"m.yaml", manifest_text({"p.yaml"})},
              {"p.yaml", patch_text("p", "- diff: x.diff\n" + more)},
              {"x.diff", diff}};
  for (const auto& [path, bytes] : tree) files["tree/" + path] = bytes;
  return files;
}

std::string head(const std::string& path) { return "--- a/" + path + "\n+++ b/" + path + "\n"; }

// Exact twins of a hunk's place.

std::string twin(const std::string& name, const std::string& extra = "") {
  return "def " + name + "():\n    a()\n    b()\n    c()\n" + extra +
         "    d()\n    e()\n    g()\n\n";
}
const std::string kTwins = twin("zero") + twin("one") + twin("two");
const std::string kTwinHunk = head("m.py") +
                              "@@ -10,6 +10,7 @@ def one():\n     a()\n     b()\n     c()\n"
                              "+    EXTRA()\n     d()\n     e()\n     g()\n";

TEST(TwinHunk, IsRefusedWithEveryPlaceNamed) {
  const Sandbox box(by_diff(kTwinHunk, {{"m.py", kTwins}}));

  const std::string said = refusal(box, 1);

  EXPECT_THAT(said, AllOf(HasSubstr("x.diff:3:1: error: anchor matches 3 places, expected 1 "
                                    "[anchor-ambiguous]"),
                          HasSubstr("m.py:2:1 in zero"), HasSubstr("m.py:10:1 in one"),
                          HasSubstr("m.py:18:1 in two")));
}

TEST(TwinHunk, GoesIntoTheScopeThatIsNamed) {
  const Sandbox box(by_diff(kTwinHunk, {{"m.py", kTwins}}, "  scope: two\n"));

  EXPECT_EQ(there_and_back(box, "m.py"), twin("zero") + twin("one") + twin("two", "    EXTRA()\n"));
}

// A result that stands elsewhere.

const std::string kGuarded =
    "class A:\n    k = 1\n    guard = True\n    go()\n\nclass B:\n    k = 1\n    go()\n";
const std::string kGuard =
    head("m.py") + "@@ -7,2 +7,3 @@\n     k = 1\n+    guard = True\n     go()\n";

TEST(ResultOfAHunkElsewhere, IsNotTakenForDone) {
  const Sandbox box(by_diff(kGuard, {{"m.py", kGuarded}}));

  EXPECT_THAT(refusal(box, 1), AllOf(HasSubstr("[result-elsewhere]"), HasSubstr("m.py:2:1 in A"),
                                     HasSubstr("m.py:7:1 in B"), HasSubstr("'scope:'")));
}

TEST(ResultOfAHunkElsewhere, IsLeftAloneOutsideTheScope) {
  const Sandbox box(by_diff(kGuard, {{"m.py", kGuarded}}, "  scope: B\n"));
  EXPECT_THAT(box.run("status m.yaml").out, HasSubstr("pristine"));

  EXPECT_EQ(there_and_back(box, "m.py"),
            "class A:\n    k = 1\n    guard = True\n    go()\n\n"
            "class B:\n    k = 1\n    guard = True\n    go()\n");
}

// Final newlines, in all four combinations.

struct Ends {
  std::string name;
  std::string hunk;
  std::string before;
  std::string after;
};
class FinalNewline : public ::testing::TestWithParam<Ends> {};

TEST_P(FinalNewline, IsAsEachSideSays) {
  const Sandbox box(by_diff(head("f") + GetParam().hunk, {{"f", GetParam().before}}));

  EXPECT_EQ(there_and_back(box, "f"), GetParam().after);
}

const std::string kNone = "\\ No newline at end of file\n";
INSTANTIATE_TEST_SUITE_P(
    All, FinalNewline,
    ::testing::Values(
        Ends{"None", "@@ -1,2 +1,3 @@\n a\n-b\n" + kNone + "+b\n+c\n" + kNone, "a\nb", "a\nb\nc"},
        Ends{"New", "@@ -1,2 +1,3 @@\n a\n-b\n" + kNone + "+b\n+c\n", "a\nb", "a\nb\nc\n"},
        Ends{"Gone", "@@ -1,2 +1,3 @@\n a\n b\n+c\n" + kNone, "a\nb\n", "a\nb\nc"},
        Ends{"Both", "@@ -1,2 +1,3 @@\n a\n b\n+c\n", "a\nb\n", "a\nb\nc\n"}),
    [](const auto& about) { return about.param.name; });

// Paths that lead out of the tree.

TEST(PathOfADiff, MayNotLeaveTheTree) {
  const std::string hunk = "@@ -1 +1 @@\n-a\n+b\n";
  Files files = by_diff("--- a/../secret\n+++ b/../secret\n" + hunk, {{"f", "a\n"}});
  files["secret"] = "a\n";
  const Sandbox box(files);

  EXPECT_THAT(refusal(box, 5), HasSubstr("x.diff:1:1: error: the path 'a/../secret' is unsafe"));
  EXPECT_EQ(box.run("lint m.yaml").exit, 5);
  EXPECT_EQ(box.read("secret"), "a\n");
}

// Nothing in it.

struct Nothing {
  std::string name;
  std::string diff;
  std::string says;
};
class NothingInTheDiff : public ::testing::TestWithParam<Nothing> {};

TEST_P(NothingInTheDiff, IsAnErrorThatNamesTheFile) {
  const Sandbox box(by_diff(GetParam().diff, {{"f", "a\n"}}));

  EXPECT_THAT(refusal(box, 2), AllOf(HasSubstr("x.diff:1:1: error: "), HasSubstr(GetParam().says),
                                     HasSubstr("[diff-invalid]")));
}

INSTANTIATE_TEST_SUITE_P(
    All, NothingInTheDiff,
    ::testing::Values(Nothing{"Empty", "", "the diff is empty"},
                      Nothing{"Prose", "Dear all,\n\nplease apply.\n", "only prose"},
                      Nothing{"Ed", "2c\nx\n.\n", "an ed script"},
                      Nothing{"Wide", "\xFF\xFE-", "UTF-16"},
                      Nothing{"Binary", "Binary files a/f and b/f differ\n", "is binary"}),
    [](const auto& about) { return about.param.name; });

TEST(MissingDiff, IsAnErrorThatNamesTheFile) {
  Files files = by_diff("", {{"f", "a\n"}});
  files.erase("x.diff");
  const Sandbox box(files);

  EXPECT_THAT(refusal(box, 2), AllOf(HasSubstr("p.yaml:"), HasSubstr("x.diff")));
}

// Hunks and files in any order.

TEST(OrderOfADiff, DoesNotMatter) {
  const std::string one = "@@ -1,2 +1,2 @@\n-a\n+A\n b\n";
  const std::string two = "@@ -5,2 +5,2 @@\n e\n-f\n+F\n";
  const Files tree{{"f", "a\nb\nc\nd\ne\nf\n"}, {"g", "a\nb\nc\nd\ne\nf\n"}};
  const Sandbox box(by_diff(head("g") + two + one + head("f") + one + two, tree));

  EXPECT_EQ(there_and_back(box, "g"), "A\nb\nc\nd\ne\nF\n");
}

TEST(OrderOfADiff, MakesNoLinkOrFileThatALaterSectionUses) {
  const std::string add = "--- /dev/null\n+++ b/d/f\n@@ -0,0 +1 @@\n+a\n";
  const Sandbox box(by_diff(add + head("d/f") + "@@ -1 +1 @@\n-a\n+b\n", {{"g", ""}}));

  EXPECT_THAT(refusal(box, 2), HasSubstr("two sections of 'd/f'"));
}

TEST(OrderOfADiff, OneSectionThatDoesNotFitRefusesAll) {
  const std::string change = "@@ -1 +1 @@\n-A=1\n+A=2\n";
  const Sandbox box(by_diff(
      "--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+a\n" + head("f") + change + head("g") + change,
      {{"f", "A=1\n"}, {"g", "A=9\n"}}));

  EXPECT_THAT(refusal(box, 1), AllOf(HasSubstr("x.diff:12:1: error: anchor not found in 'g'"),
                                     HasSubstr("A=9"), Not(HasSubstr("internal"))));
}

TEST(OrderOfDiffs, ALaterPatchStandsOnAnEarlierOne) {
  Files files = by_diff(head("f") + "@@ -1,2 +1,3 @@\n a\n+n\n b\n", {{"f", "a\nb\n"}});
  files["m.yaml"] = manifest_text({"p.yaml", "q.yaml"});
  files["q.yaml"] = patch_text("q", "- diff: y.diff\n");
  files["y.diff"] = head("f") + "@@ -2,2 +2,3 @@\n n\n+o\n b\n";
  const Sandbox box(files);

  EXPECT_EQ(there_and_back(box, "f"), "a\nn\no\nb\n");
  EXPECT_EQ(box.run("apply m.yaml --only q").exit, 1);
  EXPECT_EQ(box.read("tree/f"), "a\nb\n");
}

// What upstream has made most of already.

TEST(MostOfTheChange, IsNotPutOnTopOfWhatUpstreamHas) {
  const std::string lines = "+def send(x):\n+    log(x)\n+    check(x)\n+    put(x)\n";
  const std::string diff = head("m.py") + "@@ -1,2 +1,7 @@\n def first():\n     pass\n+\n" + lines;
  const std::string base = "def first():\n    pass\n";
  const std::string upstream = base + "\ndef send(x):\n    log(x)\n    put(x)\n";
  const Sandbox fits(by_diff(diff, {{"m.py", base}}));
  const Sandbox most(by_diff(diff, {{"m.py", upstream}}));

  EXPECT_EQ(there_and_back(fits, "m.py"),
            base + "\ndef send(x):\n    log(x)\n    check(x)\n    put(x)\n");
  EXPECT_THAT(refusal(most, 1), HasSubstr("they must end the file"));
}

// Whole files, their modes, and moves.

TEST(FilesOfADiff, ComeGoMoveAndChangeTheirMode) {
  const std::string diff =
      "diff --git a/go.sh b/go.sh\nold mode 100644\nnew mode 100755\n"
      "diff --git a/n e w b/n e w\nnew file mode 100755\nindex 0000000..7898192\n"
      "--- /dev/null\n+++ b/n e w\t\n@@ -0,0 +1 @@\n+a\n"
      "diff --git a/old b/old\ndeleted file mode 100644\nindex 7898192..0000000\n"
      "--- a/old\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"
      "diff --git a/x b/d/y\nsimilarity index 66%\nrename from x\nrename to d/y\n"
      "--- a/x\n+++ b/d/y\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n";
  const Sandbox box(by_diff(diff, {{"go.sh", "x\n"}, {"old", "a\n"}, {"x", "a\nb\nc\n"}}));
  const Snapshot before = box.snapshot();

  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/d/y"), "a\nB\nc\n");
  EXPECT_EQ(box.snapshot().at("go.sh").mode & 0777U, 0755U);
  EXPECT_EQ(box.snapshot().at("n e w").mode & 0777U, 0755U);
  EXPECT_FALSE(box.exists("tree/old") || box.exists("tree/x"));
  EXPECT_EQ(box.run("status m.yaml --require applied").exit, 0);
  EXPECT_EQ(box.run("lock m.yaml").exit, 0);
  EXPECT_EQ(box.run("apply m.yaml --locked").exit, 0);
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  const Snapshot after = box.snapshot();
  ASSERT_EQ(after.size(), before.size());
  for (const auto& [path, seen] : before) {
    EXPECT_EQ(after.at(path).bytes, seen.bytes) << path;
    EXPECT_EQ(after.at(path).mode, seen.mode) << path;
  }
}

TEST(FilesOfADiff, AreShownHunkByHunk) {
  const Sandbox box(by_diff(kTwinHunk, {{"m.py", kTwins}}, "  scope: two\n"));

  EXPECT_THAT(box.run("show m.yaml p").out, AllOf(HasSubstr("hunk"), HasSubstr("EXTRA()")));
  EXPECT_THAT(box.run("show m.yaml p --format json").out, HasSubstr("\"hunk\""));
}

TEST(StrippedContext, IsReadWithAWarning) {
  const Sandbox box(by_diff(head("f") + "@@ -1,3 +1,4 @@\n a\n\n+x\n b\n", {{"f", "a\n\nb\n"}}));

  const RunResult linted = box.run("lint m.yaml");

  EXPECT_EQ(linted.exit, 0);
  EXPECT_THAT(linted.err, HasSubstr("x.diff:5:1: warning: an empty line stands in the hunk"));
  EXPECT_EQ(there_and_back(box, "f"), "a\n\nx\nb\n");
}

}  // namespace
}  // namespace patcher::testing
