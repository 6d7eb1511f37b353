// SPDX-License-Identifier: MIT
// The small rules that two people must build alike: one test each.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

Files patches(const std::vector<std::string>& edits, const Files& tree) {
  std::vector<std::string> names;
  Files files;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const std::string id = "p" + std::to_string(i + 1);
    names.push_back(id + ".yaml");
    files[id + ".yaml"] = patch_text(id, edits[i]);
  }
  files["m.yaml"] = manifest_text(names);
  for (const auto& [path, bytes] : tree) files["tree/" + path] = bytes;
  return files;
}

void expect_exit(const RunResult& result, int exit) {
  EXPECT_EQ(result.exit, exit) << result.text();
}

TEST(Stacking, ALaterPatchMayFitOnlyOnAnEarlierResult) {
  const Sandbox box(
      patches({"- {file: f, find: a, replace: b}\n", "- {file: f, find: b, replace: c}\n"},
              {{"f", "a\n"}}));

  expect_exit(box.run("status m.yaml --require pristine"), 0);
  expect_exit(box.run("apply m.yaml"), 0);
  EXPECT_EQ(box.read("tree/f"), "c\n");
  expect_exit(box.run("status m.yaml --require applied"), 0);
  expect_exit(box.run("revert m.yaml"), 0);
  EXPECT_EQ(box.read("tree/f"), "a\n");
}

TEST(Stacking, OnlyTheUpperPatchNeedsTheLowerOne) {
  const Sandbox box(
      patches({"- {file: f, find: a, replace: b}\n", "- {file: f, find: b, replace: c}\n"},
              {{"f", "a\n"}}));

  const RunResult upper = box.run("apply m.yaml --only p2");
  expect_exit(upper, 1);
  EXPECT_THAT(upper.err, AllOf(HasSubstr("patch-blocked"), HasSubstr("p1")));
  expect_exit(box.run("apply m.yaml --only p1"), 0);
  expect_exit(box.run("apply m.yaml --only p2"), 0);
  EXPECT_EQ(box.read("tree/f"), "c\n");
  const RunResult lower = box.run("revert m.yaml --only p1");
  expect_exit(lower, 1);
  EXPECT_THAT(lower.err, AllOf(HasSubstr("stands-on-top"), HasSubstr("p2")));
  EXPECT_EQ(box.read("tree/f"), "c\n");
}

TEST(Stacking, ALaterPatchThatFitsOnlyWithoutTheEarlierIsAConflict) {
  const Sandbox box(
      patches({"- {file: f, find: a, replace: b}\n", "- {file: f, find: a, replace: c}\n"},
              {{"f", "a\n"}}));

  const RunResult result = box.run("apply m.yaml");

  expect_exit(result, 1);
  EXPECT_THAT(result.err, AllOf(HasSubstr("patch-conflict"), HasSubstr("'p1'"), HasSubstr("'p2'")));
  EXPECT_EQ(box.read("tree/f"), "a\n");
}

TEST(Stacking, AtOneInsertionPointTheLaterTextComesAfter) {
  const Sandbox box(patches(
      {"- {file: f, find: a, insert_after: one}\n", "- {file: f, find: a, insert_after: two}\n"},
      {{"f", "a\nz\n"}}));

  expect_exit(box.run("apply m.yaml"), 0);
  EXPECT_EQ(box.read("tree/f"), "a\none\ntwo\nz\n");
  expect_exit(box.run("status m.yaml --require applied"), 0);
  const Snapshot before = box.snapshot();
  expect_exit(box.run("apply m.yaml"), 0);
  EXPECT_EQ(box.snapshot(), before);
  expect_exit(box.run("revert m.yaml"), 0);
  EXPECT_EQ(box.read("tree/f"), "a\nz\n");
}

TEST(Stacking, TextsAtOnePointAreRecognisedWithoutARecord) {
  const Sandbox box(patches(
      {"- {file: f, find: a, insert_after: one}\n", "- {file: f, find: a, insert_after: two}\n"},
      {{"f", "a\none\ntwo\nz\n"}}));

  const RunResult result = box.run("apply m.yaml");

  expect_exit(result, 1);
  EXPECT_THAT(result.out, AllOf(HasSubstr("unrecorded"), ::testing::Not(HasSubstr("pristine"))));
  EXPECT_EQ(box.read("tree/f"), "a\none\ntwo\nz\n");
}

TEST(Stacking, InterleavedTextsAreRecognisedWithoutARecord) {
  const Sandbox box(patches(
      {"- {file: f, find: z, insert_before: one}\n", "- {file: f, find: a, insert_after: two}\n"},
      {{"f", "a\nz\n"}}));
  expect_exit(box.run("apply m.yaml"), 0);
  ASSERT_EQ(box.read("tree/f"), "a\none\ntwo\nz\n");
  fs::remove_all(box.root() / "tree/.patcher");

  const RunResult result = box.run("apply m.yaml");

  expect_exit(result, 1);
  EXPECT_THAT(result.out, AllOf(HasSubstr("unrecorded"), ::testing::Not(HasSubstr("pristine"))));
  EXPECT_EQ(box.read("tree/f"), "a\none\ntwo\nz\n");
}

TEST(Stacking, AnEarlierPatchAppliedLaterGivesTheSameBytes) {
  const Sandbox box(patches(
      {"- {file: f, find: a, insert_after: one}\n", "- {file: f, find: a, insert_after: two}\n"},
      {{"f", "a\nz\n"}}));

  expect_exit(box.run("apply m.yaml --only p2"), 0);
  EXPECT_EQ(box.read("tree/f"), "a\ntwo\nz\n");
  expect_exit(box.run("apply m.yaml"), 0);

  EXPECT_EQ(box.read("tree/f"), "a\none\ntwo\nz\n");
  expect_exit(box.run("status m.yaml --require applied"), 0);
}

TEST(Stacking, AnAnchorOnAnEarlierTextKeepsItsOwnPlace) {
  const Sandbox before(patches({"- {file: f, find: B, insert_before: \"X\\nZ\"}\n",
                                "- {file: f, find: X, insert_before: Y}\n"},
                               {{"f", "B\n"}}));
  const Sandbox between(patches(
      {"- {file: f, find: a, insert_after: x}\n", "- {file: f, between: [a, x], insert: m}\n"},
      {{"f", "a\nb\n"}}));
  const Sandbox inside(patches({"- {file: f, find: k = 1, insert_after: new = 1}\n",
                                "- {file: f, find_text: new = 1, insert_before: OLD_}\n"},
                               {{"f", "k = 1\nrest\n"}}));

  for (const Sandbox* box : {&before, &between, &inside}) {
    expect_exit(box->run("apply m.yaml"), 0);
    expect_exit(box->run("status m.yaml --require applied"), 0);
  }

  EXPECT_EQ(before.read("tree/f"), "Y\nX\nZ\nB\n");
  EXPECT_EQ(between.read("tree/f"), "a\nm\nx\nb\n");
  EXPECT_EQ(inside.read("tree/f"), "k = 1\nOLD_new = 1\nrest\n");
}

TEST(Simultaneous, TwoEditsAtOnePointAreAManifestError) {
  const Sandbox box(patches({"- {file: f, find: a, insert_after: one}\n"
                             "- {file: f, find: z, insert_before: two}\n"},
                            {{"f", "a\nz\n"}}));

  const RunResult result = box.run("apply m.yaml");

  expect_exit(result, 2);
  EXPECT_THAT(result.err, HasSubstr("edits-overlap"));
}

const std::string kScoped =
    "import x\n"
    "if x:\n    @deco\n    def f():\n        v()\n"
    "class C:\n    async def f(self):\n        def inner():\n            v()\n        v()\n";

TEST(ScopePath, IsFullAndIfAddsNothing) {
  const Sandbox box(
      patches({"- {file: f.py, scope: f, find: v(), replace: w()}\n"}, {{"f.py", kScoped}}));

  expect_exit(box.run("apply m.yaml"), 0);

  EXPECT_THAT(box.read("tree/f.py"), HasSubstr("    def f():\n        w()\n"));
}

TEST(ScopePath, AMethodHoldsItsNestedFunctions) {
  const Sandbox box(patches({"- {file: f.py, scope: C.f, find: v(), count: 2, replace: w()}\n"},
                            {{"f.py", kScoped}}));

  expect_exit(box.run("apply m.yaml"), 0);

  EXPECT_THAT(box.read("tree/f.py"), HasSubstr("            w()\n        w()\n"));
}

TEST(ScopePath, HoldsItsDecorators) {
  const Sandbox box(patches({"- {file: f.py, scope: f, find: '@deco', replace: '@other'}\n"},
                            {{"f.py", kScoped}}));

  expect_exit(box.run("apply m.yaml"), 0);

  EXPECT_THAT(box.read("tree/f.py"), HasSubstr("    @other\n    def f():\n"));
}

TEST(ScopePath, TwoDefinitionsAreAmbiguousAndNoneIsMissing) {
  const std::string twice = "if a:\n    def f():\n        v()\nelse:\n    def f():\n        v()\n";
  const Sandbox box(patches({"- {file: f.py, scope: f, find: v(), replace: w()}\n",
                             "- {file: f.py, scope: g, find: v(), replace: w()}\n"},
                            {{"f.py", twice}}));

  const RunResult result = box.run("status m.yaml");

  expect_exit(result, 0);
  EXPECT_THAT(result.out, AllOf(HasSubstr("ambiguous"), HasSubstr("missing")));
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("f.py:2"), HasSubstr("f.py:5"), HasSubstr("scope-not-found")));
}

TEST(FinalNewline, OfAnAnchorIsOptional) {
  const Sandbox box(
      patches({"- file: f\n  find: |\n    a\n    b\n  replace: \"a\\nc\"\n"}, {{"f", "a\nb\n"}}));

  expect_exit(box.run("apply m.yaml"), 0);

  EXPECT_EQ(box.read("tree/f"), "a\nc\n");
}

TEST(LoneCarriageReturn, IsContent) {
  const Sandbox box(patches({"- {file: f, find: a, replace: b}\n"}, {{"f", "a\r"}}));

  expect_exit(box.run("apply m.yaml"), 1);
}

TEST(OverlappingPlaces, Count) {
  const Sandbox box(patches({"- {file: f, find_text: aa, replace: bb}\n"}, {{"f", "aaa\n"}}));

  const RunResult result = box.run("apply m.yaml");

  expect_exit(result, 1);
  EXPECT_THAT(result.err, HasSubstr("2 places"));
}

struct EnsureCase {
  std::string name;
  std::string ensure;
  int exit;
};

class Ensure : public ::testing::TestWithParam<EnsureCase> {};

TEST_P(Ensure, IsJudgedOnThePlannedBytes) {
  Files files = patches({"- {file: f.py, scope: f, find: v(), replace: w(w)}\n"},
                        {{"f.py", "def f():\n    v()\ndef g():\n    v()\n"}});
  files["p1.yaml"] += "ensure:\n- " + GetParam().ensure + "\n";
  const Sandbox box(files);

  const RunResult result = box.run("apply m.yaml");

  expect_exit(result, GetParam().exit);
}

INSTANTIATE_TEST_SUITE_P(
    All, Ensure,
    ::testing::Values(EnsureCase{"PresentOnceOrMore", "{file: f.py, present: w}", 0},
                      EnsureCase{"CountIsExact", "{file: f.py, present: w, count: 2}", 0},
                      EnsureCase{"CountFails", "{file: f.py, present: w, count: 1}", 1},
                      EnsureCase{"AbsentInWholeFileFails", "{file: f.py, absent: v()}", 1},
                      EnsureCase{"AbsentInScope", "{file: f.py, scope: f, absent: v()}", 0},
                      EnsureCase{"PresentElsewhereFailsInScope",
                                 "{file: f.py, scope: g, present: w}", 1},
                      EnsureCase{"Parses", "{file: f.py, parses: python}", 0},
                      EnsureCase{"DoesNotParseAsAnother", "{file: f.py, parses: json}", 1},
                      EnsureCase{"AbsentFileHoldsNothing", "{file: none.py, absent: v()}", 1}),
    [](const auto& about) { return about.param.name; });

TEST(AddFile, MakesFoldersAndRevertTakesThemAway) {
  const Sandbox box(
      patches({"- {add_file: new/deep/f.txt, content: \"hi\\n\"}\n"}, {{"a", "a\n"}}));
  const Snapshot before = box.snapshot();

  expect_exit(box.run("apply m.yaml"), 0);
  EXPECT_EQ(box.read("tree/new/deep/f.txt"), "hi\n");
  expect_exit(box.run("status m.yaml --require applied"), 0);
  expect_exit(box.run("revert m.yaml"), 0);

  EXPECT_EQ(box.snapshot(), before);
}

TEST(AddFile, KeepsAFolderThatHoldsSomethingElse) {
  const Sandbox box(patches({"- {add_file: new/f, content: x}\n"}, {{"a", "a\n"}}));

  expect_exit(box.run("apply m.yaml"), 0);
  box.write("tree/new/other", "y");
  expect_exit(box.run("revert m.yaml"), 0);

  EXPECT_EQ(box.read("tree/new/other"), "y");
  EXPECT_FALSE(box.exists("tree/new/f"));
}

TEST(AddFile, OtherBytesInTheWayAreDrift) {
  const Sandbox box(patches({"- {add_file: f, content: x}\n"}, {{"f", "y"}}));

  const RunResult result = box.run("apply m.yaml");

  expect_exit(result, 1);
  EXPECT_THAT(result.out, HasSubstr("drifted"));
  EXPECT_THAT(result.err, HasSubstr("content-differs"));
}

TEST(AddFile, AFileWhereAFolderIsNeededIsDrift) {
  const Sandbox box(patches({"- {add_file: f/g, content: x}\n"}, {{"f", "y"}}));

  const RunResult result = box.run("apply m.yaml");

  expect_exit(result, 1);
  EXPECT_THAT(result.err, HasSubstr("path-in-the-way"));
}

TEST(AddFile, ALinkOnTheWayIsUnsafe) {
  const Sandbox box(patches({"- {add_file: l/g, content: x}\n"}, {{"real/f", "y"}}));
  fs::create_symlink("real", box.root() / "tree/l");

  expect_exit(box.run("apply m.yaml"), 5);
}

TEST(RemoveFile, TakesTheExactFileAndRevertBringsItBack) {
  const Sandbox box(
      patches({"- {remove_file: d/f, content: \"x\\n\"}\n"}, {{"d/f", "x\n"}, {"a", ""}}));
  fs::permissions(box.root() / "tree/d/f", fs::perms{0640});

  expect_exit(box.run("apply m.yaml"), 0);
  EXPECT_FALSE(box.exists("tree/d/f"));
  expect_exit(box.run("status m.yaml --require applied"), 0);
  expect_exit(box.run("revert m.yaml"), 0);

  EXPECT_EQ(box.read("tree/d/f"), "x\n");
  EXPECT_EQ(box.snapshot().at("d/f").mode & 07777U, 0640U);
}

TEST(RemoveFile, OtherBytesAreDrift) {
  const Sandbox box(patches({"- {remove_file: f, content: \"x\\n\"}\n"}, {{"f", "y\n"}}));

  expect_exit(box.run("apply m.yaml"), 1);
}

TEST(ModeOf, ChangesOnlyTheModeAndBack) {
  const Sandbox box(patches({"- {mode_of: f, mode: '0755', was: '0640'}\n"}, {{"f", "x\n"}}));
  fs::permissions(box.root() / "tree/f", fs::perms{0640});

  expect_exit(box.run("apply m.yaml"), 0);
  EXPECT_EQ(box.snapshot().at("f").mode & 07777U, 0755U);
  expect_exit(box.run("revert m.yaml"), 0);

  EXPECT_EQ(box.snapshot().at("f").mode & 07777U, 0640U);
}

TEST(PatchAsManifest, HasItsIdAsNameAndNeedsARoot) {
  const Sandbox box(patches({"- {file: f, find: a, replace: b}\n"}, {{"f", "a\n"}}));

  expect_exit(box.run("apply p1.yaml"), 3);
  const RunResult result = box.run("apply p1.yaml --root t=tree");

  expect_exit(result, 0);
  EXPECT_THAT(result.out, HasSubstr("p1: 1 file changed"));
}

TEST(Root, OfAnUndeclaredTreeIsAUsageError) {
  const Sandbox box(patches({"- {file: f, find: a, replace: b}\n"}, {{"f", "a\n"}}));

  const RunResult result = box.run("status m.yaml --root tt=tree");

  expect_exit(result, 2);
  EXPECT_THAT(result.err, HasSubstr("did you mean 't'"));
}

TEST(Lock, IsHeldOnTheRootItselfAndLeavesNoFile) {
  const Sandbox box(patches({"- {file: f, find: a, replace: b}\n"}, {{"f", "a\n"}}));
  const Snapshot before = box.snapshot();
  const int root = open((box.root() / "tree").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(flock(root, LOCK_EX | LOCK_NB), 0);

  const RunResult result = box.run("apply m.yaml");
  close(root);

  expect_exit(result, 5);
  EXPECT_THAT(result.err, HasSubstr("tree-locked"));
  EXPECT_EQ(box.snapshot(), before);
}

TEST(DryRun, LeavesNothingAndExitsAsTheRealRun) {
  const Sandbox box(patches({"- {file: f, find: a, replace: b}\n"}, {{"f", "a\n"}}));
  const Snapshot before = box.snapshot();

  expect_exit(box.run("apply m.yaml --dry-run"), 0);

  EXPECT_EQ(box.snapshot(), before);
}

TEST(Record, FolderGoesWithTheLastPatch) {
  const Sandbox box(patches({"- {file: f, find: a, replace: b}\n"}, {{"f", "a\n"}}));

  expect_exit(box.run("apply m.yaml"), 0);
  EXPECT_EQ(box.read("tree/.patcher/.gitignore"), "*\n");
  expect_exit(box.run("revert m.yaml"), 0);

  EXPECT_FALSE(box.exists("tree/.patcher"));
}

TEST(Obsolete, EvidenceInTheBaseRefusesThePatch) {
  Files files = patches({"- {file: f, find: a, replace: b}\n"}, {{"f", "a\ncure\n"}});
  files["p1.yaml"] += "obsolete_if:\n- {file: f, present: cure}\n";
  const Sandbox box(files);

  const RunResult result = box.run("apply m.yaml");

  expect_exit(result, 1);
  EXPECT_THAT(result.out, HasSubstr("obsolete"));
  EXPECT_THAT(result.err, HasSubstr("drop the patch"));
}

TEST(Obsolete, AnEditThatDoesNotFitIsStillExplained) {
  Files files =
      patches({"- {file: f, find: anchor one, replace: b}\n"}, {{"f", "anchor two\ncure\n"}});
  files["p1.yaml"] += "obsolete_if:\n- {file: f, present: cure}\n";
  const Sandbox box(files);

  const RunResult result = box.run("apply m.yaml");

  expect_exit(result, 1);
  EXPECT_THAT(result.err, AllOf(HasSubstr("[obsolete]"), HasSubstr("anchor two")));
}

TEST(Obsolete, DoesNotHoldWithoutItsFile) {
  Files files = patches({"- {file: f, find: a, replace: b}\n"}, {{"f", "a\n"}});
  files["p1.yaml"] += "obsolete_if:\n- {file: none, absent: cure}\n";
  const Sandbox box(files);

  expect_exit(box.run("apply m.yaml"), 0);
}

}  // namespace
}  // namespace patcher::testing
