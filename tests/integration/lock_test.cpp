// SPDX-License-Identifier: MIT
// `patcher lock`: what it writes, when it refuses, and what `--check` finds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/integration/locked_set.hpp"
#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Lock, NamesEverythingThatTheSetReadsAndWrites) {
  const Sandbox box(locked_set());

  const RunResult result = box.run("lock m.yaml");

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_THAT(result.out, HasSubstr("changed files\n  m.lock.yaml\n"
                                    "m: m.lock.yaml written: 3 patches, 7 files, 1 glob\n"));
  const std::string lock = box.read("m.lock.yaml");
  EXPECT_THAT(lock, HasSubstr("trees:\n"
                              "  t:\n"
                              "    commit: 0123456789abcdef0123456789abcdef01234567\n"
                              "    files:\n"
                              "      cure.py:\n"
                              "        base: absent\n"
                              "      f:\n"
                              "        base: 100644 "));
  EXPECT_THAT(lock, HasSubstr("      n/new:\n"
                              "        base: absent\n"
                              "        after:\n"
                              "          p: 100755 "));
  EXPECT_THAT(lock, HasSubstr("    globs:\n"
                              "      \"src/*.cu\":\n"
                              "        files:\n"
                              "          src/a.cu: 100644 "));
  EXPECT_THAT(lock, Not(HasSubstr(box.root().string())));
}

TEST(Lock, IsTheSameWhateverOfTheSetIsApplied) {
  const Sandbox box(locked_set());
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);
  const std::string pristine = box.read("m.lock.yaml");

  for (const char* more : {"", " --only p", " --only s", " --only p --only s"}) {
    ASSERT_EQ(box.run(std::string("apply m.yaml") + more).exit, 0);
    std::filesystem::remove(box.root() / "m.lock.yaml");
    EXPECT_EQ(box.run("lock m.yaml").exit, 0) << more;
    EXPECT_EQ(box.read("m.lock.yaml"), pristine) << more;
    ASSERT_EQ(box.run("revert m.yaml").exit, 0);
  }
}

TEST(Lock, WritesNothingWhenNothingChanged) {
  const Sandbox box(locked_set());
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);
  const Snapshot before = box.snapshot("");

  const RunResult result = box.run("lock m.yaml");

  EXPECT_EQ(result.exit, 0);
  EXPECT_THAT(result.out, HasSubstr("m: nothing to do; m.lock.yaml is fresh\n"));
  EXPECT_EQ(box.snapshot(""), before);
}

TEST(Lock, OfAPatchFileStandsBesideIt) {
  const Sandbox box(locked_set());

  const RunResult result = box.run("lock p.yaml --root t=tree");

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_THAT(box.read("p.lock.yaml"), AllOf(HasSubstr("  name: p\n"), Not(HasSubstr("commit"))));
  EXPECT_EQ(box.run("apply p.yaml --root t=tree --locked").exit, 0);
}

/// Runs `lock` and demands that it refuses and leaves no file but those that were there.
void expect_refusal(const Sandbox& box, const std::string& said) {
  const Snapshot before = box.snapshot("");
  const RunResult result = box.run("lock m.yaml");
  EXPECT_EQ(result.exit, 1) << result.text();
  EXPECT_THAT(result.err, HasSubstr(said));
  EXPECT_THAT(result.out, HasSubstr("m: nothing written: "));
  EXPECT_EQ(box.snapshot(""), before);
}

TEST(Lock, RefusesATreeThatTheSetDoesNotFit) {
  const Sandbox box(locked_set());
  box.write("tree/f", "b\nz\n");
  expect_refusal(box, "anchor-not-found");

  box.write("tree/f", "a\none\nz\n");
  expect_refusal(box, "[partly-applied]");

  box.write("tree/f", "a\nz\n");
  box.write("tree/cure.py", "def cured(): pass\n");
  expect_refusal(box, "[obsolete]");
}

TEST(Lock, RefusesBytesThatMovedUnderARecord) {
  const Sandbox box(locked_set());
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("tree/f", "moved\n");

  expect_refusal(box, "[modified]");
}

TEST(Lock, RefusesAnotherManifestsPatchOnTheSameFile) {
  const Sandbox box(locked_set());
  box.write("other.yaml", patch_text("other", "- {file: f, find: z, insert_after: y}\n"));
  ASSERT_EQ(box.run("apply other.yaml --root t=tree").exit, 0);

  expect_refusal(box,
                 "patch 'other' of manifest 'other', which is not of the locked set, changed "
                 "'f', which the set reads or writes");
}

TEST(Lock, RefusesAnOlderRevisionAndAnOrphan) {
  const Sandbox box(locked_set());
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("q.yaml", box.read("q.yaml") + "# new\n");
  expect_refusal(box, "[outdated]");

  box.write("m.yaml", manifest_text({"p.yaml"}));
  expect_refusal(box, "[orphan]");
}

TEST(Lock, NeedsEveryTree) {
  const Sandbox box(locked_set());
  std::filesystem::rename(box.root() / "tree", box.root() / "away");

  const RunResult result = box.run("lock m.yaml");

  EXPECT_EQ(result.exit, 3);
  EXPECT_THAT(result.err, HasSubstr("[tree-not-found]"));
  EXPECT_FALSE(box.exists("m.lock.yaml"));
}

TEST(Lock, IsOfAllPatchesAlways) {
  const Sandbox box(locked_set());

  EXPECT_EQ(box.run("lock m.yaml --only p").exit, 2);
  EXPECT_FALSE(box.exists("m.lock.yaml"));
}

TEST(Lock, DoesNotReplaceWhatIsNoFile) {
  const Sandbox box(locked_set());
  std::filesystem::create_symlink("tree/f", box.root() / "m.lock.yaml");
  const Snapshot before = box.snapshot("");

  EXPECT_EQ(box.run("lock m.yaml").exit, 5);
  EXPECT_EQ(box.run("apply m.yaml --locked").exit, 5);

  EXPECT_EQ(box.snapshot(""), before);
}

TEST(Lock, MendsALockThatCannotBeRead) {
  const Sandbox box(locked_set());
  box.write("m.lock.yaml", "<<<<<<< ours\n");
  const RunResult refused = box.run("lock m.yaml --check");
  EXPECT_EQ(refused.exit, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("m.lock.yaml:1:1: error: "),
                                 HasSubstr("make it anew with 'patcher lock'")));

  EXPECT_EQ(box.run("lock m.yaml").exit, 0);
  EXPECT_EQ(box.run("lock m.yaml --check").exit, 0);
}

TEST(LockCheck, OfAFreshLockIsSilent) {
  const Sandbox box(locked_set());
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);

  const RunResult pristine = box.run("lock m.yaml --check");
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  const RunResult applied = box.run("lock m.yaml --check");

  EXPECT_EQ(pristine.exit, 0) << pristine.text();
  EXPECT_THAT(pristine.out, HasSubstr("m: m.lock.yaml is fresh\n"));
  EXPECT_EQ(pristine.err, "");
  EXPECT_EQ(applied.exit, 0) << applied.text();
}

TEST(LockCheck, OfNoLockIsAUsageError) {
  const Sandbox box(locked_set());

  const RunResult result = box.run("lock m.yaml --check");

  EXPECT_EQ(result.exit, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("manifest 'm' has no lock: there is no 'm.lock.yaml' "
                                          "[lock-absent]"),
                                HasSubstr("hint: make it with 'patcher lock m.yaml'")));
  EXPECT_FALSE(box.exists("m.lock.yaml"));
}

/// Demands that the lock is stale, for what `said` says, and that nothing is written.
void expect_stale(const Sandbox& box, const ::testing::Matcher<std::string>& said) {
  const Snapshot before = box.snapshot("");
  const RunResult result = box.run("lock m.yaml --check");
  EXPECT_EQ(result.exit, 1) << result.text();
  EXPECT_THAT(result.err, said);
  EXPECT_THAT(result.out, HasSubstr("m: m.lock.yaml is stale: "));
  EXPECT_EQ(box.snapshot(""), before);
}

TEST(LockCheck, NamesTheManifestThePatchAndThePayload) {
  const Sandbox box(locked_set());
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);

  box.write("m.yaml", box.read("m.yaml") + "# new\n");
  box.write("q.yaml", box.read("q.yaml") + "# new\n");

  expect_stale(
      box, AllOf(HasSubstr("m.lock.yaml:4:3: error: stale lock: the manifest changed "
                           "[lock-stale]"),
                 HasSubstr("stale lock: patch 'q' changed"), Not(HasSubstr("patch 'p' changed"))));
}

TEST(LockCheck, NamesAFileOfTheBase) {
  const Sandbox box(locked_set());
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);
  box.write("tree/f", "a\nz\nuntouched\n");

  expect_stale(box, AllOf(HasSubstr("[lock-drift]"),
                          HasSubstr("'f' is not what the lock has in the base: expected 100644 "),
                          HasSubstr("found 100644 ")));
}

TEST(LockCheck, NamesAFileOfTheBaseBelowWhatIsApplied) {
  const Sandbox box(locked_set());
  box.write("tree/f", "a\nz\nolder\n");
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);
  box.write("tree/f", "a\nz\n");
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);

  expect_stale(box, HasSubstr("'f' is not what the lock has in the base"));
}

TEST(LockCheck, NamesWhatAGlobCaughtAndCatches) {
  const Sandbox box(locked_set());
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);
  box.write("tree/src/deep/new.cu", "new\n");
  std::filesystem::remove(box.root() / "tree/src/b.cu");

  expect_stale(box, AllOf(HasSubstr("'src/deep/new.cu', which the glob 'src/*.cu' catches, is not "
                                    "what the lock has: expected absent, found 100644 "),
                          HasSubstr("'src/b.cu', which the glob 'src/*.cu' catches, is not what "
                                    "the lock has: expected 100644 ")));
}

TEST(LockCheck, NamesAChainThatThePatchesDoNotMake) {
  const Sandbox box(locked_set());
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);
  std::string lock = box.read("m.lock.yaml");
  const std::size_t at = lock.find("          q: 100644 ");
  ASSERT_NE(at, std::string::npos);
  lock.replace(at + 20, 4, "0000");
  box.write("m.lock.yaml", lock);

  expect_stale(box, HasSubstr("stale lock: the patches make something else of 'f'"));
}

TEST(LockCheck, OfATreeThatNoLongerFitsSaysBoth) {
  const Sandbox box(locked_set());
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);
  box.write("tree/f", "b\nz\n");

  expect_stale(box, AllOf(HasSubstr("[anchor-not-found]"),
                          HasSubstr("'f' is not what the lock has in the base")));
}

TEST(LockCheck, WithoutATreeStillTellsOfTheSet) {
  const Sandbox box(locked_set());
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);
  box.write("q.yaml", box.read("q.yaml") + "# new\n");
  std::filesystem::rename(box.root() / "tree", box.root() / "away");

  const RunResult result = box.run("lock m.yaml --check");

  EXPECT_EQ(result.exit, 3);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("stale lock: patch 'q' changed"), HasSubstr("[tree-not-found]")));
}

Files two_trees() {
  const std::string pin = "0123456789abcdef0123456789abcdef01234567";
  std::string other = patch_text("q", "- {file: f, find: x, replace: y}\n");
  other.replace(other.find("tree: t"), 7, "tree: u");
  return {
      {"m.yaml", "version: 1\nname: m\ntrees:\n  t: {upstream: 'https://e.org', commit: " + pin +
                     ", locate: [{path: one}]}\n  u: {upstream: 'https://e.org', "
                     "commit: " +
                     pin +
                     ", locate: [{path: two}]}\n  v: {upstream: 'https://e.org', "
                     "commit: " +
                     pin + "}\npatches: [p.yaml, q.yaml]\n"},
      {"p.yaml", patch_text("p", "- {file: f, find: a, replace: b}\n")},
      {"q.yaml", other},
      {"one/f", "a\n"},
      {"two/f", "x\n"}};
}

TEST(LockOneTree, KeepsTheOthersAsTheyWere) {
  const Sandbox box(two_trees());
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);
  EXPECT_THAT(box.read("m.lock.yaml"),
              HasSubstr("  v:\n    commit: 0123456789abcdef0123456789abcdef01234567\n"));
  std::filesystem::rename(box.root() / "two", box.root() / "away");
  box.write("one/f", "a\nmore\n");
  box.write("p.yaml", box.read("p.yaml") + "# new\n");

  const RunResult renewed = box.run("lock m.yaml --tree t");
  EXPECT_EQ(renewed.exit, 0) << renewed.text();

  std::filesystem::rename(box.root() / "away", box.root() / "two");
  EXPECT_EQ(box.run("lock m.yaml --check").exit, 0);
}

TEST(LockOneTree, RefusesToKeepWhatChanged) {
  const Sandbox box(two_trees());
  const RunResult none = box.run("lock m.yaml --tree t");
  EXPECT_EQ(none.exit, 2);
  EXPECT_THAT(none.err, HasSubstr("[lock-absent]"));
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);
  const std::string before = box.read("m.lock.yaml");
  box.write("q.yaml", box.read("q.yaml") + "# new\n");

  const RunResult patch = box.run("lock m.yaml --tree t");
  EXPECT_EQ(patch.exit, 1);
  EXPECT_THAT(patch.err, AllOf(HasSubstr("stale lock: patch 'q' changed"),
                               HasSubstr("hint: lock all trees: leave '--tree' out")));

  box.write("m.yaml", box.read("m.yaml") + "# new\n");
  EXPECT_THAT(box.run("lock m.yaml --tree u").err, HasSubstr("stale lock: the manifest changed"));
  EXPECT_EQ(box.read("m.lock.yaml"), before);
}

TEST(Lock, ThatIsFreshHasWhatAKilledRunLeftRemoved) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p", "- {file: f, find: V=1, replace: V=2}\n")},
                     {"tree/f", "V=1\n"}});
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);
  box.write(".patcher-m.lock.yaml", "half");

  EXPECT_EQ(box.run("lock m.yaml").exit, 0);
  EXPECT_FALSE(box.exists(".patcher-m.lock.yaml"));
}

}  // namespace
}  // namespace patcher::testing
