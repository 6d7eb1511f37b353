// SPDX-License-Identifier: MIT
// 'import' makes a patch file of a diff or of two sides, proves it, and refuses what it cannot say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/git_sandbox.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;

const std::string kBase =
    "class A:\n    def f(self):\n        a()\n        b()\n\n"
    "class B:\n    def f(self):\n        a()\n        b()\n";
const std::string kHead = "--- a/m.py\n+++ b/m.py\n";
const std::string kInsert =
    kHead +
    "@@ -7,3 +7,4 @@ class B:\n     def f(self):\n         a()\n+        new()\n         b()\n";

RunResult import_diff(const Sandbox& box, const std::string& more = "") {
  return box.run("import --diff x.diff --root t=tree --tree t --id p -o p.yaml" + more);
}

/// The bytes of `file` after 'apply'; 'status' must say applied then, and 'revert' bring `before`.
std::string there_and_back(const Sandbox& box, const std::string& file, const std::string& before) {
  EXPECT_EQ(box.run("apply p.yaml --root t=tree").exit, 0);
  std::string result = box.read("tree/" + file);
  EXPECT_EQ(box.run("status p.yaml --root t=tree --require applied").exit, 0);
  EXPECT_EQ(box.run("revert p.yaml --root t=tree").exit, 0);
  EXPECT_EQ(box.read("tree/" + file), before);
  return result;
}

TEST(Import, PutsAnInsertionBetweenItsNeighboursInItsScope) {
  const Sandbox box({{"tree/m.py", kBase}, {"x.diff", kInsert}});

  const RunResult run = import_diff(box);

  EXPECT_EQ(run.exit, 0) << run.text();
  const std::string patch = box.read("p.yaml");
  EXPECT_THAT(patch, HasSubstr("    scope: B.f\n    between:\n      - a()\n      - b()\n"
                               "    insert: |\n      new()\n"));
  EXPECT_EQ(box.run("lint p.yaml").exit, 0);
  EXPECT_EQ(there_and_back(box, "m.py", kBase),
            "class A:\n    def f(self):\n        a()\n        b()\n\n"
            "class B:\n    def f(self):\n        a()\n        new()\n        b()\n");
}

TEST(Import, GivesTheSameBytesForTheSameInput) {
  const Sandbox box({{"tree/m.py", kBase}, {"x.diff", kInsert}});
  ASSERT_EQ(import_diff(box).exit, 0);
  const std::string first = box.read("p.yaml");
  std::filesystem::remove(box.root() / "p.yaml");

  ASSERT_EQ(import_diff(box).exit, 0);

  EXPECT_EQ(box.read("p.yaml"), first);
}

TEST(Import, TakesTitleReasonAndLinksFromAMail) {
  const Sandbox box({{"tree/m.py", kBase},
                     {"x.diff",
                      "From 0123 Mon Sep 17 00:00:00 2001\nFrom: A <a@example.org>\n"
                      "Subject: [PATCH 1/2] call new: it is\n better\n\nBecause.\n"
                      "See https://example.org/pull/7.\n---\n m.py | 1 +\n\n" +
                          kInsert}});

  ASSERT_EQ(import_diff(box).exit, 0);

  const std::string patch = box.read("p.yaml");
  EXPECT_THAT(patch, HasSubstr("title: \"call new: it is better\"\n"));
  EXPECT_THAT(patch, HasSubstr("why: |\n  Because.\n"));
  EXPECT_THAT(patch, HasSubstr("- \"https://example.org/pull/7\"\n"));
}

TEST(Import, SaysWholeFilesMovesAndModes) {
  const Sandbox box({{"tree/go.sh", "x\n"}, {"tree/old", "a\n"}, {"tree/x", "a\nb\nc\n"}});
  box.write("x.diff",
            "diff --git a/go.sh b/go.sh\nold mode 100644\nnew mode 100755\n"
            "diff --git a/d/new b/d/new\nnew file mode 100755\n--- /dev/null\n+++ b/d/new\n"
            "@@ -0,0 +1 @@\n+a\n"
            "diff --git a/old b/old\ndeleted file mode 100644\n--- a/old\n+++ /dev/null\n"
            "@@ -1 +0,0 @@\n-a\n"
            "diff --git a/x b/y\nsimilarity index 66%\nrename from x\nrename to y\n"
            "--- a/x\n+++ b/y\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n");

  const RunResult run = import_diff(box);

  ASSERT_EQ(run.exit, 0) << run.text();
  EXPECT_EQ(box.read("p/add/d/new"), "a\n");
  EXPECT_EQ(box.run("apply p.yaml --root t=tree").exit, 0);
  EXPECT_EQ(box.read("tree/y"), "a\nB\nc\n");
  EXPECT_FALSE(box.exists("tree/old") || box.exists("tree/x"));
  EXPECT_EQ(box.snapshot().at("go.sh").mode & 0777U, 0755U);
  EXPECT_EQ(box.run("revert p.yaml --root t=tree").exit, 0);
  EXPECT_EQ(box.read("tree/x"), "a\nb\nc\n");
  EXPECT_EQ(box.read("tree/old"), "a\n");
}

TEST(Import, TakesWhatIsNewInACheckoutAgainstItsCommit) {
  const Sandbox box({{"tree/m.py", kBase}, {"tree/end", "a\nb"}});
  commit_all(box);
  box.write("tree/end", "a\nb\n");
  box.write("tree/sp ace", "new\n");

  const RunResult run =
      box.run("import --from git:tree@HEAD --to tree --tree t --id p -o p.yaml --title words");

  ASSERT_EQ(run.exit, 0) << run.text();
  git(box, "tree", "checkout -q .");
  std::filesystem::remove(box.root() / "tree/sp ace");
  EXPECT_EQ(there_and_back(box, "end", "a\nb"), "a\nb\n");
}

TEST(ImportedPatch, IsRefusedWhereUpstreamHasMostOfIt) {
  const std::string base = "def first():\n    pass\n\n\ndef last():\n    pass\n";
  const std::string most =
      "def first():\n    pass\n\n\ndef send(x):\n    log(x)\n\n\ndef last():\n    pass\n";
  const std::string all =
      "def first():\n    pass\n\n\ndef send(x):\n    log(x)\n    put(x)\n\n\ndef last():\n    "
      "pass\n";
  const Sandbox box({{"a/m.py", base}, {"b/m.py", all}, {"tree/m.py", most}});
  ASSERT_EQ(box.run("import --from a --to b --tree t --id p -o p.yaml").exit, 0);

  EXPECT_EQ(box.run("apply p.yaml --root t=tree").exit, 1);

  EXPECT_EQ(box.read("tree/m.py"), most);
}

/// What `import` must refuse, and how.
struct Refused {
  std::string name;
  std::string diff;
  int exit;
  std::string says;
};
class ImportRefuses : public ::testing::TestWithParam<Refused> {};

TEST_P(ImportRefuses, AndWritesNothing) {
  const Sandbox box({{"tree/m.py", kBase}, {"x.diff", GetParam().diff}});
  const Snapshot before = box.snapshot();

  const RunResult run = import_diff(box);

  EXPECT_EQ(run.exit, GetParam().exit) << run.text();
  EXPECT_THAT(run.err, HasSubstr(GetParam().says));
  EXPECT_FALSE(box.exists("p.yaml") || box.exists("p"));
  EXPECT_EQ(box.snapshot(), before);
}

INSTANTIATE_TEST_SUITE_P(
    All, ImportRefuses,
    ::testing::Values(
        Refused{"Binary", "diff --git a/m.py b/m.py\nBinary files a/m.py and b/m.py differ\n", 2,
                "is binary"},
        Refused{"OtherBase", kHead + "@@ -1,2 +1,2 @@\n-class C:\n+class D:\n     def f(self):\n",
                1, "x.diff:3:1: error: the hunk does not stand in 'm.py'"},
        Refused{"Ambiguous", kHead + "@@ -1,2 +1,3 @@\n         a()\n+        n()\n         b()\n",
                1, "the hunk stands in 2 places of 'm.py'"},
        Refused{"NoFile", "--- a/n.py\n+++ b/n.py\n@@ -1 +1 @@\n-a\n+b\n", 1, "no file 'n.py'"},
        Refused{"AFileThatIsThere", "--- /dev/null\n+++ b/m.py\n@@ -0,0 +1 @@\n+a\n", 1,
                "'m.py' is there already"},
        Refused{"Floating", kHead + "@@ -1,0 +2 @@\n+x\n", 1, "nothing says where"}),
    [](const auto& about) { return about.param.name; });

TEST(Import, RefusesSidesThatAreTheSame) {
  const Sandbox box({{"a/f", "x\n"}, {"b/f", "x\n"}});

  const RunResult run = box.run("import --from a --to b --tree t --id p -o p.yaml");

  EXPECT_EQ(run.exit, 1);
  EXPECT_THAT(run.err, HasSubstr("nothing to import"));
  EXPECT_FALSE(box.exists("p.yaml"));
}

TEST(Import, RefusesABinaryFileThatChanges) {
  const Sandbox box({{"a/f", std::string("x\0y\n", 4)}, {"b/f", std::string("x\0z\n", 4)}});

  const RunResult run = box.run("import --from a --to b --tree t --id p -o p.yaml");

  EXPECT_EQ(run.exit, 1);
  EXPECT_THAT(run.err, HasSubstr("'f' is binary"));
  EXPECT_FALSE(box.exists("p.yaml"));
}

TEST(Import, NeverWritesOverAFile) {
  const Sandbox box({{"tree/m.py", kBase}, {"x.diff", kInsert}, {"p.yaml", "mine\n"}});

  const RunResult run = import_diff(box);

  EXPECT_EQ(run.exit, 2);
  EXPECT_THAT(run.err, HasSubstr("'p.yaml' is there already"));
  EXPECT_EQ(box.read("p.yaml"), "mine\n");
}

TEST(Import, NeedsTheTreeOfADiff) {
  const Sandbox box({{"x.diff", kInsert}});

  const RunResult run = box.run("import --diff x.diff --tree t --id p -o p.yaml");

  EXPECT_EQ(run.exit, 2);
  EXPECT_THAT(run.err, HasSubstr("there is no --root for tree 't'"));
}

}  // namespace
}  // namespace patcher::testing
