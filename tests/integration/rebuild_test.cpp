// SPDX-License-Identifier: MIT
// The real program makes rebuilds: with sh as the compiler, so that each case says all it needs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

/// A rebuild `r` of tree `t` that copies `src` to `m.so` and leaves a line in `log`.
const char* const kCopying =
    "rebuilds:\n"
    "- id: r\n"
    "  tree: t\n"
    "  when_changed: ['src*']\n"
    "  remove: [build]\n"
    "  produces: [m.so]\n"
    "  run: [sh, '{here}/build.sh', '{root}']\n"
    "  time_limit: 30\n";

/// Tree `t` with a module `m.so` that was built of `src`, and patches `p` and `q` of `src`.
Files built_tree(const std::string& script = "cp src m.so") {
  return {{"m.yaml", manifest_text({"p.yaml", "q.yaml"}) + kCopying},
          {"build.sh", "echo ran >> ../log\n" + script + "\n"},
          {"p.yaml", patch_text("p", "- {file: src, find: a, replace: A}\n")},
          {"q.yaml", patch_text("q", "- {file: src, find: b, replace: B}\n")},
          {"tree/src", "a\nb\n"},
          {"tree/other", "x\n"},
          {"tree/m.so", "a\nb\n"}};
}

class Rebuild : public ::testing::Test {
 protected:
  void start(const Files& files) {
    box_ = std::make_unique<Sandbox>(files);
    box_->set("PATH", "/usr/bin:/bin");
  }
  RunResult run(const std::string& arguments) { return box_->run(arguments); }
  Json json(const std::string& arguments) {
    return Json::parse(run(arguments + " --format json").out);
  }
  /// How many times the script ran.
  [[nodiscard]] std::size_t runs() const {
    return box_->exists("log") ? box_->read("log").size() / 4 : 0;
  }
  [[nodiscard]] std::string module() const { return box_->read("tree/m.so"); }

  std::unique_ptr<Sandbox> box_;
};

TEST_F(Rebuild, RunsOnceForTwoPatchesAndNotAtAllWhenNothingChanges) {
  start(built_tree());

  const RunResult applied = run("apply m.yaml");

  EXPECT_EQ(applied.exit, 0) << applied.text();
  EXPECT_EQ(module(), "A\nB\n");
  EXPECT_EQ(runs(), 1U);
  EXPECT_THAT(applied.out, HasSubstr("m: 1 file changed; 2 patches applied; 1 rebuild made\n"));
  EXPECT_THAT(run("apply m.yaml").out, HasSubstr("nothing to do; 2 patches applied; nothing to "));
  EXPECT_EQ(run("status m.yaml --require applied").exit, 0);
  EXPECT_EQ(runs(), 1U);
}

TEST_F(Rebuild, IsMadeBackByARevert) {
  start(built_tree());
  ASSERT_EQ(run("apply m.yaml").exit, 0);

  EXPECT_EQ(run("revert m.yaml --only q").exit, 0);
  EXPECT_EQ(module(), "A\nb\n");
  const RunResult reverted = run("revert m.yaml");

  EXPECT_EQ(reverted.exit, 0) << reverted.text();
  EXPECT_THAT(reverted.out, HasSubstr("m: 1 file restored; 2 patches pristine; 1 rebuild made"));
  EXPECT_EQ(module(), "a\nb\n");
  EXPECT_FALSE(box_->exists("tree/.patcher"));
}

TEST_F(Rebuild, IsNotDueForOtherFiles) {
  Files files = built_tree();
  files["q.yaml"] = patch_text("q", "- {file: other, find: x, replace: y}\n");
  start(files);
  ASSERT_EQ(run("apply m.yaml --only q").exit, 0);

  EXPECT_EQ(runs(), 0U);
}

TEST_F(Rebuild, StreamsWhatTheCommandWritesAndTellsJson) {
  start(built_tree(
      "echo compiling; printf '\\033[31mred\\033[0m\\033]2;x\\007\\n' >&2; cp src m.so"));

  const RunResult applied = run("apply m.yaml");

  EXPECT_THAT(applied.err,
              AllOf(HasSubstr("rebuild 'r': /usr/bin/sh $ROOT/build.sh $ROOT/tree\n"),
                    HasSubstr("  | compiling\n"), HasSubstr("  | red\\x1b]2;x\\x07\n"),
                    HasSubstr("rebuild 'r': done after 0 s\n"), Not(HasSubstr("\x1b"))));
  const Json told = json("revert m.yaml");
  EXPECT_EQ(told["rebuilt"], Json({"r"}));
  EXPECT_EQ(told["pending"], Json::array());
}

TEST_F(Rebuild, ThatFailsLeavesItPendingAndTheNextApplyMakesIt) {
  start(built_tree("echo no compiler; exit 3"));

  const RunResult failed = run("apply m.yaml");

  EXPECT_EQ(failed.exit, 4) << failed.text();
  EXPECT_THAT(failed.err,
              AllOf(HasSubstr("rebuild 'r' failed: '/usr/bin/sh' ended with exit status 3"),
                    HasSubstr("no compiler"), HasSubstr("not there: 'm.so'"),
                    HasSubstr("the patches stay as they are, and the rebuild is pending")));
  EXPECT_THAT(failed.out, AllOf(HasSubstr("pending rebuilds\n  t  r (manifest m)"),
                                HasSubstr("m: 1 file written, then: 1 error")));
  EXPECT_FALSE(box_->exists("tree/m.so"));
  EXPECT_EQ(run("status m.yaml --require applied").exit, 1);
  box_->write("build.sh", "cp src m.so");
  const RunResult next = run("apply m.yaml");
  EXPECT_EQ(next.exit, 0) << next.text();
  EXPECT_EQ(module(), "A\nB\n");
  EXPECT_EQ(run("status m.yaml --require applied").exit, 0);
}

TEST_F(Rebuild, WhoseProductIsMissingHasFailed) {
  start(built_tree("true"));

  const RunResult failed = run("apply m.yaml");

  EXPECT_EQ(failed.exit, 4);
  EXPECT_THAT(failed.err, HasSubstr("rebuild 'r' ended well and did not make 'm.so' "
                                    "[product-missing]"));
  EXPECT_EQ(json("status m.yaml")["pending"][0]["id"], "r");
}

TEST_F(Rebuild, ThatChangesWhatAPatchWroteHasFailed) {
  start(built_tree("cp src m.so; echo c >> src"));

  const RunResult failed = run("apply m.yaml");

  EXPECT_EQ(failed.exit, 4) << failed.text();
  EXPECT_THAT(failed.err,
              AllOf(HasSubstr("rebuild 'r' failed: while it ran, 'src' of tree 't' changed, which "
                              "patches wrote [rebuild-failed]"),
                    HasSubstr("the rebuild is pending")));
  EXPECT_THAT(failed.out, HasSubstr("modified"));
  box_->write("build.sh", "cp src m.so");
  box_->write("tree/src", "A\nB\n");
  EXPECT_EQ(run("apply m.yaml").exit, 0);
  EXPECT_EQ(module(), "A\nB\n");
}

TEST_F(Rebuild, WhoseProductALaterOneTakesAwayIsPendingAgain) {
  Files files = built_tree();
  files["m.yaml"] +=
      "- {id: s, tree: t, when_changed: [src], remove: ['*.so'], produces: [n],\n"
      "   run: [cp, src, n]}\n";
  start(files);

  const RunResult failed = run("apply m.yaml");

  EXPECT_EQ(failed.exit, 4) << failed.text();
  EXPECT_THAT(failed.err, HasSubstr("what rebuild 'r' made is gone: a later command took 'm.so' "
                                    "away [product-missing]"));
  EXPECT_EQ(json("status m.yaml")["pending"][0]["id"], "r");
  box_->write("m.yaml", manifest_text({"p.yaml", "q.yaml"}) + kCopying);
  EXPECT_EQ(run("apply m.yaml").exit, 0);
  EXPECT_EQ(module(), "A\nB\n");
}

TEST_F(Rebuild, ThatTakesTooLongIsEnded) {
  Files files = built_tree("sleep 60");
  files["m.yaml"].replace(files["m.yaml"].find("time_limit: 30"), 14, "time_limit: 1");
  start(files);

  const RunResult failed = run("apply m.yaml");

  EXPECT_EQ(failed.exit, 4);
  EXPECT_THAT(failed.err, HasSubstr("was ended after 1 s, its time limit"));
}

TEST_F(Rebuild, ThatCannotBeStartedDeletesNothing) {
  Files files = built_tree();
  files["m.yaml"].replace(files["m.yaml"].find("[sh,"), 4, "[no-such-compiler,");
  start(files);

  const RunResult failed = run("apply m.yaml");

  EXPECT_EQ(failed.exit, 4);
  EXPECT_THAT(failed.err, AllOf(HasSubstr("there is no program 'no-such-compiler'"),
                                HasSubstr("nothing was deleted")));
  EXPECT_EQ(module(), "a\nb\n");
  EXPECT_EQ(run("revert m.yaml").exit, 0);
  EXPECT_FALSE(box_->exists("tree/.patcher"));
}

TEST_F(Rebuild, AfterAFailedOneARevertMakesTheOldModuleAgain) {
  start(built_tree("grep -q A src && exit 1; cp src m.so"));
  ASSERT_EQ(run("apply m.yaml").exit, 4);

  const RunResult reverted = run("revert m.yaml");

  EXPECT_EQ(reverted.exit, 0) << reverted.text();
  EXPECT_EQ(module(), "a\nb\n");
  EXPECT_FALSE(box_->exists("tree/.patcher"));
}

TEST_F(Rebuild, LeftPendingIsDroppedWhenItsSourcesAreBack) {
  start(built_tree());
  const RunResult left = run("apply m.yaml --rebuild never");
  EXPECT_EQ(left.exit, 0) << left.text();
  EXPECT_THAT(left.out, HasSubstr("2 patches applied; 1 rebuild pending"));
  EXPECT_EQ(module(), "a\nb\n");

  EXPECT_EQ(run("revert m.yaml").exit, 0);

  EXPECT_EQ(runs(), 0U);
  EXPECT_FALSE(box_->exists("tree/.patcher"));
}

TEST_F(Rebuild, OfARevertThatWasLeftPendingIsDroppedWhenThePatchesAreBack) {
  start(built_tree());
  ASSERT_EQ(run("apply m.yaml").exit, 0);
  ASSERT_EQ(run("revert m.yaml --rebuild never").exit, 0);
  EXPECT_EQ(json("status m.yaml")["pending"].size(), 1U);

  EXPECT_EQ(run("apply m.yaml").exit, 0);

  EXPECT_EQ(runs(), 1U);
  EXPECT_EQ(run("status m.yaml --require applied").exit, 0);
}

TEST_F(Rebuild, FollowsAFileThatWasTakenBackByHand) {
  start(built_tree());
  ASSERT_EQ(run("apply m.yaml").exit, 0);
  box_->write("tree/src", "a\nb\n");
  EXPECT_EQ(json("status m.yaml")["pending"].size(), 1U);

  EXPECT_EQ(run("revert m.yaml").exit, 0);

  EXPECT_EQ(module(), "a\nb\n");
  EXPECT_FALSE(box_->exists("tree/.patcher"));
}

TEST_F(Rebuild, ThatTheManifestHasOnlyLaterIsDueAllTheSame) {
  Files files = built_tree();
  const std::string whole = files["m.yaml"];
  files["m.yaml"] = manifest_text({"p.yaml", "q.yaml"});
  start(files);
  ASSERT_EQ(run("apply m.yaml").exit, 0);
  box_->write("m.yaml", whole);

  EXPECT_EQ(run("status m.yaml --require applied").exit, 1);
  EXPECT_EQ(run("apply m.yaml").exit, 0);

  EXPECT_EQ(module(), "A\nB\n");
  EXPECT_EQ(run("status m.yaml --require applied").exit, 0);
}

TEST_F(Rebuild, IsAlwaysMadeWhereThatIsAsked) {
  start(built_tree());
  ASSERT_EQ(run("apply m.yaml --rebuild always").exit, 0);

  EXPECT_EQ(run("apply m.yaml --rebuild always").exit, 0);

  EXPECT_EQ(runs(), 2U);
}

TEST_F(Rebuild, WouldAlwaysBeMadeSaysADryRunToo) {
  start(built_tree());
  ASSERT_EQ(run("apply m.yaml").exit, 0);

  const Json dry = json("apply m.yaml --dry-run --rebuild always");

  EXPECT_EQ(dry["pending"].size(), 1U);
  EXPECT_EQ(json("apply m.yaml --dry-run")["pending"].size(), 0U);
  EXPECT_EQ(runs(), 1U);
}

TEST_F(Rebuild, WouldBeMadeSaysADryRunThatMakesNone) {
  start(built_tree());
  const Snapshot before = box_->snapshot();

  const RunResult dry = run("apply m.yaml --dry-run");

  EXPECT_EQ(dry.exit, 0);
  EXPECT_THAT(dry.out, HasSubstr("would change 1 file; 2 patches pristine; would make 1 rebuild"));
  EXPECT_EQ(box_->snapshot(), before);
  EXPECT_EQ(runs(), 0U);
}

TEST_F(Rebuild, HasItsEnvironmentAndItsPlaceholders) {
  Files files = built_tree("echo \"$WORD $OUTER $1\" > m.so");
  files["m.yaml"] += "  env: {WORD: 'here={here}'}\n";
  start(files);
  box_->set("OUTER", "outer");

  EXPECT_EQ(run("apply m.yaml").exit, 0);

  const std::string root = box_->root().string();
  EXPECT_EQ(module(), "here=" + root + " outer " + root + "/tree\n");
}

TEST_F(Rebuild, MayNotDeleteWhatAPatchWroteOrALinkLeadsTo) {
  Files files = built_tree();
  files["m.yaml"].replace(files["m.yaml"].find("[build]"), 7, "['s*']");
  start(files);
  const Snapshot before = box_->snapshot();

  const RunResult refused = run("apply m.yaml");

  EXPECT_EQ(refused.exit, 2) << refused.text();
  EXPECT_THAT(refused.err, AllOf(HasSubstr("m.yaml:12:3: error: 's*' would delete \"src\""),
                                 HasSubstr("tree t")));
  EXPECT_EQ(box_->snapshot(), before);
  files["m.yaml"].replace(files["m.yaml"].find("['s*']"), 6, "[l/x]");
  box_->write("m.yaml", files["m.yaml"]);
  box_->write("out/x", "kept");
  fs::create_directory_symlink(box_->root() / "out", box_->root() / "tree/l");
  EXPECT_EQ(run("apply m.yaml").exit, 5);
  EXPECT_EQ(box_->read("out/x"), "kept");
  EXPECT_EQ(box_->read("tree/src"), "a\nb\n");
}

TEST_F(Rebuild, OfOneTreeDoesNotKeepAnotherFromBeingMade) {
  Files files = built_tree("exit 1");
  files["m.yaml"] +=
      "- {id: s, tree: t, when_changed: [src], run: [cp, src, s.so], produces: [s.so]}\n";
  start(files);

  const Json told = json("apply m.yaml");

  EXPECT_EQ(told["exit"], 4);
  EXPECT_EQ(told["rebuilt"], Json({"s"}));
  EXPECT_EQ(told["pending"][0]["id"], "r");
}

TEST_F(Rebuild, CommandMakesWhatIsPendingOrNamed) {
  start(built_tree());
  ASSERT_EQ(run("apply m.yaml --rebuild never").exit, 0);

  const RunResult made = run("rebuild m.yaml");

  EXPECT_EQ(made.exit, 0) << made.text();
  EXPECT_THAT(made.out, HasSubstr("rebuilt\n  r\nm: 1 rebuild made\n"));
  EXPECT_EQ(module(), "A\nB\n");
  EXPECT_THAT(run("rebuild m.yaml").out, HasSubstr("m: nothing to rebuild\n"));
  EXPECT_EQ(runs(), 1U);
  EXPECT_EQ(run("rebuild m.yaml r").exit, 0);
  EXPECT_EQ(runs(), 2U);
}

TEST_F(Rebuild, CommandRefusesAnUnknownIdAndBytesThatNobodyKnows) {
  start(built_tree());
  ASSERT_EQ(run("apply m.yaml --rebuild never").exit, 0);

  const RunResult unknown = run("rebuild m.yaml s");
  EXPECT_EQ(unknown.exit, 2);
  EXPECT_THAT(unknown.err,
              AllOf(HasSubstr("there is no rebuild 's'"), HasSubstr("the manifest has: r")));
  box_->write("tree/src", "A\nB\nC\n");
  EXPECT_EQ(run("rebuild m.yaml").exit, 1);

  EXPECT_EQ(runs(), 0U);
}

TEST_F(Rebuild, CommandMakesTheModuleOfAPristineTreeAndLeavesNoRecord) {
  start(built_tree());

  EXPECT_EQ(run("rebuild m.yaml r").exit, 0);

  EXPECT_EQ(runs(), 1U);
  EXPECT_FALSE(box_->exists("tree/.patcher"));
}

TEST_F(Rebuild, OfAnotherManifestIsToldAndStaysPending) {
  Files files = built_tree();
  files["n.yaml"] =
      "version: 1\nname: n\n" + manifest_text({"o.yaml"}).substr(manifest_text({}).find("trees:"));
  files["o.yaml"] = patch_text("o", "- {file: other, find: x, replace: y}\n");
  start(files);
  ASSERT_EQ(run("apply m.yaml --rebuild never").exit, 0);

  const RunResult applied = run("apply n.yaml");

  EXPECT_EQ(applied.exit, 0) << applied.text();
  EXPECT_THAT(applied.err, HasSubstr("rebuild 'r' of manifest 'm' is pending in tree 't' "
                                     "[rebuild-pending]"));
  EXPECT_EQ(run("rebuild m.yaml").exit, 0);
  EXPECT_EQ(module(), "A\nB\n");
}

TEST_F(Rebuild, StaysPendingWhenTheRecordAloneIsReverted) {
  start(built_tree());
  ASSERT_EQ(run("apply m.yaml").exit, 0);

  const RunResult reverted = run("revert --recorded m --root t=tree");

  EXPECT_EQ(reverted.exit, 0) << reverted.text();
  EXPECT_THAT(reverted.err, HasSubstr("rebuild 'r' of manifest 'm' is pending"));
  EXPECT_EQ(run("rebuild m.yaml").exit, 0);
  EXPECT_EQ(module(), "a\nb\n");
  EXPECT_FALSE(box_->exists("tree/.patcher"));
}

/// Waits until `path` is there.
void await(const Sandbox& box, const std::string& path) {
  for (int i = 0; i < 1000 && !box.exists(path); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

TEST_F(Rebuild, InTheMiddleOfWhichTheRunIsKilledIsMadeByTheNext) {
  start(built_tree("touch ../begun; sleep 60"));
  Started started = box_->start({"apply", "m.yaml"});
  await(*box_, "begun");

  started.kill(SIGKILL);
  static_cast<void>(started.ended());

  EXPECT_EQ(run("status m.yaml --require applied").exit, 1);
  box_->write("build.sh", "cp src m.so");
  RunResult next = run("apply m.yaml");
  for (int i = 0; i < 100 && next.exit == 5; ++i) next = run("apply m.yaml");  // Still ending.
  EXPECT_EQ(next.exit, 0) << next.text();
  EXPECT_EQ(module(), "A\nB\n");
}

TEST_F(Rebuild, EndsWithASignalToTheRunWhichSaysSo) {
  start(built_tree("touch ../begun; sleep 60"));
  Started started = box_->start({"apply", "m.yaml"});
  await(*box_, "begun");

  started.kill(SIGTERM);
  const RunResult ended = started.ended();

  EXPECT_EQ(ended.exit, 143);
  EXPECT_THAT(ended.err, HasSubstr("was ended by the signal to this run"));
  EXPECT_EQ(json("status m.yaml")["pending"][0]["id"], "r");
}

}  // namespace
}  // namespace patcher::testing
