// SPDX-License-Identifier: MIT
// `--locked`: every file that the lock names is what it was, or the run refuses and says which.
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

/// A sandbox with the set and its lock.
class Locked : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(box_.run("lock m.yaml").exit, 0); }

  /// Demands that every command refuses a locked run with `exit`, says `said`, and leaves all as it
  /// is.
  void expect_refusals(int exit, const ::testing::Matcher<std::string>& said) const {
    const Snapshot before = box_.snapshot("");
    for (const char* command :
         {"apply m.yaml --locked", "apply m.yaml --locked --dry-run", "revert m.yaml --locked",
          "status m.yaml --locked", "diff m.yaml --locked"}) {
      const RunResult result = box_.run(command);
      EXPECT_EQ(result.exit, exit) << command << "\n" << result.text();
      EXPECT_THAT(result.err, said) << command;
    }
    EXPECT_EQ(box_.snapshot(""), before);
  }

  void expect_all_way_round() const {
    for (const char* command :
         {"status m.yaml --locked", "diff m.yaml --locked", "apply m.yaml --locked --dry-run",
          "apply m.yaml --locked", "apply m.yaml --locked",
          "status m.yaml --locked --require applied", "revert m.yaml --locked --dry-run",
          "revert m.yaml --locked", "status m.yaml --locked --require pristine"}) {
      const RunResult result = box_.run(command);
      EXPECT_EQ(result.exit, 0) << command << "\n" << result.text();
    }
  }

  Sandbox box_{locked_set()};
};

/// `lock` without the entry that the line `head` begins, and all that is indented below it.
std::string without(const std::string& lock, const std::string& head) {
  const std::size_t at = lock.find("\n" + head + "\n") + 1;
  EXPECT_NE(at, 0U) << head;
  const std::size_t depth = head.find_first_not_of(' ');
  std::size_t end = lock.find('\n', at) + 1;
  while (end < lock.size() && lock.find_first_not_of(' ', end) - end > depth) {
    end = lock.find('\n', end) + 1;
  }
  return lock.substr(0, at) + lock.substr(end);
}

TEST_F(Locked, RefusesALockThatLacksAFileThatTheSetReads) {
  box_.write("m.lock.yaml", without(box_.read("m.lock.yaml"), "      read:"));
  box_.write("tree/read", "fact\nand more\n");

  expect_refusals(1, HasSubstr("'read', which the set reads or writes, is not in it"));
}

TEST_F(Locked, RefusesALockWithAGapOverUnrecordedResultsToo) {
  ASSERT_EQ(box_.run("apply m.yaml").exit, 0);
  std::filesystem::remove_all(box_.root() / "tree/.patcher");
  box_.write("m.lock.yaml", without(box_.read("m.lock.yaml"), "      read:"));
  const Snapshot before = box_.snapshot("");

  const RunResult result = box_.run("apply m.yaml --adopt --locked");

  EXPECT_EQ(result.exit, 1) << result.text();
  EXPECT_THAT(result.err, HasSubstr("'read', which the set reads or writes, is not in it"));
  EXPECT_EQ(box_.snapshot(""), before);
}

TEST_F(Locked, RefusesALockThatLacksAGlob) {
  box_.write("m.lock.yaml", without(box_.read("m.lock.yaml"), "    globs:"));
  box_.write("tree/src/d.cu", "d\n");

  expect_refusals(1, HasSubstr("the glob 'src/*.cu' is not in it"));
}

TEST_F(Locked, RefusesALockWithAnotherStepInTheMiddle) {
  std::string lock = box_.read("m.lock.yaml");
  const std::size_t step = lock.find("          p: 100644 ") + 20;
  lock.replace(step, 4, "0000");
  box_.write("m.lock.yaml", lock);

  expect_refusals(1, HasSubstr("stale lock: the patches make something else of 'f'"));
}

TEST_F(Locked, GoesAllTheWayRound) {
  const Snapshot before = box_.snapshot();

  expect_all_way_round();

  for (const auto& [path, seen] : before) {
    EXPECT_EQ(box_.snapshot().at(path).bytes, seen.bytes) << path;
  }
}

TEST_F(Locked, GoesPatchByPatchInAnyOrder) {
  for (const char* command :
       {"apply m.yaml --locked --only s", "status m.yaml --locked",
        "apply m.yaml --locked --only p", "status m.yaml --locked", "apply m.yaml --locked",
        "revert m.yaml --locked --only q", "status m.yaml --locked",
        "revert m.yaml --locked --only p", "apply m.yaml --locked",
        "status m.yaml --locked --require applied"}) {
    const RunResult result = box_.run(command);
    EXPECT_EQ(result.exit, 0) << command << "\n" << result.text();
  }
  EXPECT_EQ(box_.run("lock m.yaml --check").exit, 0);
}

TEST_F(Locked, TakesFilesThatAreBackAtTheirBaseForPristine) {
  const Sandbox fresh(locked_set());
  ASSERT_EQ(box_.run("apply m.yaml").exit, 0);
  for (const char* path : {"tree/f", "tree/g", "tree/h", "tree/s"}) {
    box_.write(path, fresh.read(path));
  }
  std::filesystem::remove(box_.root() / "tree/n/new");

  EXPECT_EQ(box_.run("apply m.yaml --locked").exit, 0);
  EXPECT_EQ(box_.run("status m.yaml --locked --require applied").exit, 0);
}

TEST_F(Locked, NeedsALock) {
  std::filesystem::remove(box_.root() / "m.lock.yaml");

  expect_refusals(
      2, AllOf(HasSubstr("[lock-absent]"), HasSubstr("hint: make it with 'patcher lock m.yaml'")));
}

TEST_F(Locked, NeedsALockThatCanBeRead) {
  box_.write("m.lock.yaml", box_.read("m.lock.yaml") + "more: 1\n");

  expect_refusals(2, AllOf(HasSubstr("[unknown-key]"), HasSubstr("m.lock.yaml:")));
}

TEST_F(Locked, NeedsAFreshLock) {
  box_.write("q.yaml", box_.read("q.yaml") + "# new\n");

  expect_refusals(1, AllOf(HasSubstr("stale lock: patch 'q' changed [lock-stale]"),
                           Not(HasSubstr("[lock-drift]"))));
}

TEST_F(Locked, TellsTheSameAsACheckWhereTheSetIsStale) {
  box_.write("p.yaml", box_.read("p.yaml") + "# new\n");
  box_.write("q.yaml", box_.read("q.yaml") + "# new\n");
  box_.write("tree/h", "k\nmore\n");
  const Snapshot before = box_.snapshot("");

  const RunResult check = box_.run("lock m.yaml --check");
  for (const char* command : {"apply m.yaml --locked", "status m.yaml --locked"}) {
    const RunResult result = box_.run(command);
    EXPECT_EQ(result.exit, 1);
    EXPECT_EQ(result.err, check.err) << command;
  }

  EXPECT_THAT(check.err, AllOf(HasSubstr("patch 'p' changed"), HasSubstr("patch 'q' changed"),
                               HasSubstr("--> h (tree t)")));
  EXPECT_EQ(box_.snapshot(""), before);
}

TEST_F(Locked, RefusesOneByteInAnUntouchedPartOfAFile) {
  box_.write("tree/f", "a\nz\n\n");

  expect_refusals(
      1, AllOf(HasSubstr("error: 'f' is not what the lock has in the base: expected 100644 "
                         "58f424cdb4f2b274988707a0cf0b1f464aa04acc, found 100644 "),
               HasSubstr("[lock-drift]"), HasSubstr("m.lock.yaml:")));
  EXPECT_EQ(box_.run("apply m.yaml --dry-run").exit, 0) << "the anchors fit all the same";
}

TEST_F(Locked, RefusesAnotherFileThatIsOnlyRead) {
  box_.write("tree/read", "fact\nmore\n");
  expect_refusals(1, HasSubstr("'read' is not what the lock has in the base"));

  box_.write("tree/read", "fact\n");
  box_.write("tree/cure.py", "harmless\n");
  expect_refusals(1, HasSubstr("'cure.py' is not what the lock has in the base: expected absent, "
                               "found 100644 "));
}

TEST_F(Locked, RefusesAnExecutableBitThatTheLockDoesNotHave) {
  std::filesystem::permissions(box_.root() / "tree/read", std::filesystem::perms(0755));
  expect_refusals(1, HasSubstr("expected 100644 "));

  std::filesystem::permissions(box_.root() / "tree/read", std::filesystem::perms(0600));
  EXPECT_EQ(box_.run("status m.yaml --locked").exit, 0) << "the rest is the checkout's umask";
}

TEST_F(Locked, RefusesAFileThatAGuardedGlobCatches) {
  box_.write("tree/src/deep/new.cu", "new\n");

  expect_refusals(1, HasSubstr("'src/deep/new.cu', which the glob 'src/*.cu' catches, is not in "
                               "the lock: found 100644 "));
}

TEST_F(Locked, AgreesWithTheCheckOnANameThatIsNotUtf8) {
  box_.write("tree/src/\xFF.cu", "new\n");

  expect_refusals(1, HasSubstr("which the glob 'src/*.cu' catches, is not in the lock"));
  const RunResult check = box_.run("lock m.yaml --check");
  EXPECT_EQ(check.exit, 1) << check.text();
  EXPECT_THAT(check.err, HasSubstr("which the glob 'src/*.cu' catches, is not in the lock"));
  EXPECT_EQ(box_.run("lock m.yaml").exit, 2) << "no lock can hold it";
}

TEST_F(Locked, RefusesALinkThatAGuardedGlobCatches) {
  std::filesystem::create_symlink("a.cu", box_.root() / "tree/src/l.cu");

  expect_refusals(1, HasSubstr("'src/l.cu', which the glob 'src/*.cu' catches, is not in the "
                               "lock: found 120000 "));
}

TEST_F(Locked, RefusesAFileThatAGuardedGlobCaughtAndLost) {
  std::filesystem::remove(box_.root() / "tree/src/b.cu");
  expect_refusals(1, HasSubstr("'src/b.cu', which the glob 'src/*.cu' caught, is gone: expected "
                               "100644 "));

  box_.write("tree/src/b.cu", "other\n");
  expect_refusals(1, HasSubstr("'src/b.cu', which the glob 'src/*.cu' catches, is not what the "
                               "lock has: expected 100644 "));
}

TEST_F(Locked, LetsAFileThatNoGlobCatchesBe) {
  box_.write("tree/src/new.h", "new\n");

  expect_all_way_round();
}

TEST_F(Locked, NamesEveryDriftInOneRun) {
  box_.write("tree/f", "a\nz\n\n");
  box_.write("tree/read", "fact\nmore\n");
  box_.write("tree/src/new.cu", "new\n");

  expect_refusals(1, AllOf(HasSubstr("'f' is not"), HasSubstr("'read' is not"),
                           HasSubstr("'src/new.cu', which")));
}

TEST_F(Locked, RefusesBytesThatMovedAfterTheRun) {
  ASSERT_EQ(box_.run("apply m.yaml --locked").exit, 0);
  box_.write("tree/h", "l\nmoved\n");

  expect_refusals(1, HasSubstr("'h' is not what the lock has after patch 'q': expected 100644 "));
}

TEST_F(Locked, RefusesBytesThatMovedUnderAPartOfTheSet) {
  ASSERT_EQ(box_.run("apply m.yaml --locked --only s").exit, 0);
  box_.write("tree/s", "n\nmoved\n");
  expect_refusals(1, HasSubstr("'s' is not what the lock has after patch 's': expected 100644 "));

  box_.write("tree/s", "n\n");
  box_.write("tree/g", "x\nmoved\n");
  expect_refusals(1, HasSubstr("'g' is not what the lock has in the base: expected 100644 "));
}

TEST_F(Locked, RefusesAnotherManifestsPatchOnALockedFile) {
  box_.write("other.yaml", patch_text("other", "- {file: read, find: fact, insert_after: lie}\n"));
  ASSERT_EQ(box_.run("apply other.yaml --root t=tree").exit, 0);

  expect_refusals(1, HasSubstr("patch 'other' of manifest 'other', which is not of the locked set, "
                               "changed 'read', which the set reads or writes"));
}

TEST_F(Locked, RefusesAnotherManifestsFileInAGuardedGlob) {
  box_.write("other.yaml", patch_text("other", "- {add_file: src/o.cu, content: o}\n"));
  ASSERT_EQ(box_.run("apply other.yaml --root t=tree").exit, 0);

  expect_refusals(1, HasSubstr("changed 'src/o.cu', which the glob 'src/*.cu' catches"));
}

TEST_F(Locked, LetsAnotherManifestsPatchElsewhereBe) {
  box_.write("tree/elsewhere", "e\n");
  box_.write("other.yaml", patch_text("other", "- {file: elsewhere, find: e, replace: f}\n"));
  ASSERT_EQ(box_.run("apply other.yaml --root t=tree").exit, 0);

  expect_all_way_round();
}

TEST_F(Locked, RefusesBytesOfTheSetThatNoRecordKnows) {
  ASSERT_EQ(box_.run("apply m.yaml").exit, 0);
  std::filesystem::remove_all(box_.root() / "tree/.patcher");

  for (const char* command : {"apply m.yaml --locked", "status m.yaml --locked"}) {
    const RunResult result = box_.run(command);
    EXPECT_EQ(result.exit, 1);
    EXPECT_THAT(result.err,
                AllOf(HasSubstr("the files of tree 't' are what the lock has after patch 's', but "
                                "no record says that it was applied [lock-drift]"),
                      Not(HasSubstr("expected 100644"))));
  }
}

/// A record is a file that anybody can edit; the lock is not fooled by it.
TEST_F(Locked, RefusesARecordThatLiesAboutTheBase) {
  ASSERT_EQ(box_.run("apply m.yaml").exit, 0);
  std::string record = box_.read("tree/.patcher/record.json");
  const auto replace = [&](const std::string& from, const std::string& to) {
    ASSERT_NE(record.find(from), std::string::npos) << record;
    record.replace(record.find(from), from.size(), to);
  };
  replace("587be6b4c3f93f93c489c0111bba5596147a26cb", "e556b830cfd4d2bf3f4501b4ff7cf2ce00c052ef");
  box_.write("tree/.patcher/record.json", record);
  expect_refusals(1,
                  HasSubstr("the record of patch 'p' does not agree with the files of tree 't'"));

  replace(R"("restore": "x\n")", R"("restore": "w\n")");
  box_.write("tree/.patcher/record.json", record);
  expect_refusals(1, HasSubstr("'g' is not what the lock has below every patch"));
}

TEST_F(Locked, RefusesToWriteWhatTheLockDoesNotHave) {
  std::string lock = box_.read("m.lock.yaml");
  const std::size_t at = lock.find("          s: 100644 ", lock.find("      s:\n"));
  ASSERT_NE(at, std::string::npos);
  lock.replace(at + 20, 4, "0000");
  box_.write("m.lock.yaml", lock);
  const Snapshot before = box_.snapshot("");

  for (const char* command : {"apply m.yaml --locked", "apply m.yaml --locked --dry-run"}) {
    const RunResult result = box_.run(command);
    EXPECT_EQ(result.exit, 1);
    EXPECT_THAT(result.err, HasSubstr("stale lock: the patches make something else of 's'"));
  }
  EXPECT_EQ(box_.snapshot(""), before);
}

TEST_F(Locked, SaysTheSameInJson) {
  box_.write("tree/f", "a\nz\n\n");

  const RunResult result = box_.run("status m.yaml --locked --format json");

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.out, AllOf(HasSubstr("\"code\": \"lock-drift\""), HasSubstr("\"exit\": 1"),
                                HasSubstr("\"file\": \"f\"")));
}

TEST_F(Locked, TellsOfAMissingTreeAndAStaleLockTogether) {
  box_.write("q.yaml", box_.read("q.yaml") + "# new\n");
  std::filesystem::rename(box_.root() / "tree", box_.root() / "away");

  const RunResult result = box_.run("apply m.yaml --locked");

  EXPECT_EQ(result.exit, 3);
  EXPECT_THAT(result.err, AllOf(HasSubstr("[lock-stale]"), HasSubstr("[tree-not-found]")));
}

/// A set that was applied, and whose record is gone.
class RevertByLock : public Locked {
 protected:
  void SetUp() override {
    Locked::SetUp();
    pristine_ = box_.snapshot();
  }

  void lose_the_record() const { std::filesystem::remove_all(box_.root() / "tree/.patcher"); }

  void expect_pristine() const {
    const Snapshot now = box_.snapshot();
    EXPECT_EQ(now.size(), pristine_.size());
    for (const auto& [path, seen] : pristine_) {
      ASSERT_TRUE(now.contains(path)) << path;
      EXPECT_EQ(now.at(path).bytes, seen.bytes) << path;
      EXPECT_EQ(now.at(path).mode, seen.mode) << path;
    }
  }

  void expect_refusal(const std::string& said) const {
    const Snapshot before = box_.snapshot();
    const RunResult result = box_.run("revert m.yaml");
    EXPECT_EQ(result.exit, 1) << result.text();
    EXPECT_THAT(result.err, AllOf(HasSubstr("[unrecorded]"),
                                  HasSubstr("the lock cannot stand in for the record: " + said)));
    EXPECT_EQ(box_.snapshot(), before);
  }

  Snapshot pristine_;
};

TEST_F(RevertByLock, TakesTheWholeSetOut) {
  for (const char* command : {"revert m.yaml", "revert m.yaml --locked"}) {
    ASSERT_EQ(box_.run("apply m.yaml").exit, 0);
    lose_the_record();

    EXPECT_EQ(box_.run(std::string(command) + " --dry-run").exit, 0);
    const RunResult result = box_.run(command);

    EXPECT_EQ(result.exit, 0) << result.text();
    EXPECT_THAT(result.err, HasSubstr("they are taken out by the lock"));
    EXPECT_THAT(result.out, HasSubstr("m: 5 files restored; 3 patches pristine\n"));
    expect_pristine();
  }
}

TEST_F(RevertByLock, TakesTheFirstPatchesOut) {
  ASSERT_EQ(box_.run("apply m.yaml --only p").exit, 0);
  lose_the_record();

  const RunResult result = box_.run("revert m.yaml");

  EXPECT_EQ(result.exit, 0) << result.text();
  expect_pristine();
}

TEST_F(RevertByLock, RefusesWithoutALockOrWithAStaleOne) {
  ASSERT_EQ(box_.run("apply m.yaml").exit, 0);
  lose_the_record();
  const std::string lock = box_.read("m.lock.yaml");
  std::filesystem::remove(box_.root() / "m.lock.yaml");
  expect_refusal("manifest 'm' has no lock");

  box_.write("m.lock.yaml", lock);
  box_.write("m.yaml", box_.read("m.yaml") + "# new\n");
  expect_refusal("stale lock: the manifest changed");
}

TEST_F(RevertByLock, RefusesWhereAnythingElseMoved) {
  ASSERT_EQ(box_.run("apply m.yaml").exit, 0);
  lose_the_record();
  box_.write("tree/h", "l\nmore\n");

  expect_refusal("'h' is not what the lock has after the set: expected 100644 ");
}

TEST_F(RevertByLock, RefusesASetThatIsNotTheFirstPatches) {
  ASSERT_EQ(box_.run("apply m.yaml --only s").exit, 0);
  lose_the_record();

  expect_refusal("'f' is not what the lock has after the set");
}

TEST_F(RevertByLock, RefusesPartsOfTheSet) {
  ASSERT_EQ(box_.run("apply m.yaml").exit, 0);
  lose_the_record();
  const Snapshot before = box_.snapshot();

  const RunResult result = box_.run("revert m.yaml --only s");

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.err, HasSubstr("and '--only' was given"));
  EXPECT_EQ(box_.snapshot(), before);
}

TEST_F(RevertByLock, RefusesWhatTheBytesDoNotTell) {
  box_.write("s.yaml", patch_text("s", "- {mode_of: s, mode: '0755'}\n"));
  ASSERT_EQ(box_.run("lock m.yaml").exit, 0);
  ASSERT_EQ(box_.run("apply m.yaml").exit, 0);
  lose_the_record();
  const Snapshot before = box_.snapshot();

  EXPECT_EQ(box_.run("revert m.yaml").exit, 1);
  EXPECT_EQ(box_.snapshot(), before);
}

}  // namespace
}  // namespace patcher::testing
