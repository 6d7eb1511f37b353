// SPDX-License-Identifier: MIT
// The real program runs checks: sh and Python judge what the patches left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
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

/// Tree `t` with `f.py` and `g`, patches `p` of both and `q` of `f.py`; `check` is in `p`.
Files tree_with(const std::string& check, const std::string& of_set = "") {
  Files files{{"m.yaml", manifest_text({"p.yaml", "q.yaml"}) + of_set},
              {"p.yaml", patch_text("p",
                                    "- {file: f.py, find: x = 1, replace: x = 2}\n"
                                    "- {file: g, find: a, replace: b}\n",
                                    check)},
              {"q.yaml", patch_text("q", "- {file: f.py, find: y = 1, replace: y = 2}\n")},
              {"tree/f.py", "x = 1\ny = 1\n"},
              {"tree/g", "a\n"}};
  return files;
}

/// A check that counts its runs in `log` and passes where the file `good` is there.
const char* const kCounting =
    "checks:\n- {id: c, run: [sh, -c, 'echo ran >> ../log; test -e ../good']}\n";

class Checks : public ::testing::Test {
 protected:
  void start(const Files& files) {
    box_ = std::make_unique<Sandbox>(files);
    box_->set("PATH", "/usr/bin:/bin");
    box_->write("tmp/keep", "");
    box_->set("TMPDIR", (box_->root() / "tmp").string());
  }
  RunResult run(const std::string& arguments) { return box_->run(arguments); }
  Json json(const std::string& arguments) {
    return Json::parse(run(arguments + " --format json").out);
  }
  [[nodiscard]] std::size_t runs() const {
    return box_->exists("log") ? box_->read("log").size() / 4 : 0;
  }

  std::unique_ptr<Sandbox> box_;
};

TEST_F(Checks, RunOnceAfterApplyAndAreRecordedAsPassed) {
  start(tree_with(kCounting));
  box_->write("good", "");

  const RunResult applied = run("apply m.yaml");

  EXPECT_EQ(applied.exit, 0) << applied.text();
  EXPECT_THAT(applied.out, AllOf(HasSubstr("checks\n  passed   t  p: c\n"),
                                 HasSubstr("no rebuilds in the manifest; 1 check passed\n")));
  EXPECT_EQ(run("status m.yaml --require applied").exit, 0);
  EXPECT_EQ(run("apply m.yaml").exit, 0);
  EXPECT_EQ(runs(), 1U);
}

TEST_F(Checks, ThatFailLeaveWhatIsWrittenPendingAndTheNextApplyRunsThemAgain) {
  start(tree_with(kCounting));

  const RunResult failed = run("apply m.yaml");

  EXPECT_EQ(failed.exit, 4) << failed.text();
  EXPECT_THAT(failed.err,
              AllOf(HasSubstr("p.yaml:11:4: error: check 'c' of patch 'p' failed: '/usr/bin/sh' "
                              "ended with exit status 1 [check-failed]"),
                    HasSubstr("what is written stays as it is, and the check is pending")));
  EXPECT_THAT(failed.out, AllOf(HasSubstr("pending checks\n  t  p: c (manifest m)\n"),
                                HasSubstr("m: 2 files written, then: 1 error")));
  EXPECT_EQ(box_->read("tree/g"), "b\n");
  const RunResult required = run("status m.yaml --require applied");
  EXPECT_EQ(required.exit, 1);
  EXPECT_THAT(required.err, HasSubstr("check 'c' of patch 'p' is pending in tree 't'"));
  EXPECT_EQ(run("status --root t=tree --require applied").exit, 1);
  box_->write("good", "");
  const RunResult next = run("apply m.yaml");
  EXPECT_EQ(next.exit, 0) << next.text();
  EXPECT_EQ(run("status m.yaml --require applied").exit, 0);
  EXPECT_EQ(run("status --root t=tree --require applied").exit, 0);
}

TEST_F(Checks, OfAPatchRunAgainWhenAnotherPatchMovesItsFiles) {
  start(tree_with(kCounting));
  box_->write("good", "");
  ASSERT_EQ(run("apply m.yaml --only p").exit, 0);

  ASSERT_EQ(run("apply m.yaml").exit, 0);
  EXPECT_EQ(runs(), 2U);
  EXPECT_EQ(run("revert m.yaml --only q").exit, 0);
  EXPECT_EQ(runs(), 3U);

  EXPECT_EQ(run("revert m.yaml").exit, 0);
  EXPECT_EQ(runs(), 3U);
  EXPECT_FALSE(box_->exists("tree/.patcher"));
}

TEST_F(Checks, ThatFailedAreForgottenWithTheirPatch) {
  start(tree_with(kCounting));
  ASSERT_EQ(run("apply m.yaml").exit, 4);

  EXPECT_EQ(run("revert m.yaml").exit, 0);

  EXPECT_EQ(run("status m.yaml --require pristine").exit, 0);
  EXPECT_FALSE(box_->exists("tree/.patcher"));
}

TEST_F(Checks, RunForEachFileThatThePatchLeft) {
  start(
      tree_with("checks:\n- {run: [sh, -c, 'echo \"$1 $2\" >> ../names', sh, '{file}', "
                "'{here} {root}']}\n"));

  EXPECT_EQ(run("apply m.yaml").exit, 0);

  const std::string root = box_->root().string();
  EXPECT_EQ(box_->read("names"),
            "f.py " + root + " " + root + "/tree\ng " + root + " " + root + "/tree\n");
  EXPECT_EQ(json("check m.yaml")["checks"].size(), 2U);
}

TEST_F(Checks, OfTheSetWaitUntilAllIsAppliedAndSaySo) {
  start(tree_with("", kCounting));
  box_->write("good", "");

  const RunResult part = run("apply m.yaml --only p");

  EXPECT_EQ(part.exit, 0) << part.text();
  EXPECT_THAT(part.err, HasSubstr("check 'c' not run: not all patches of tree 't' are applied "
                                  "[check-not-run]"));
  EXPECT_EQ(runs(), 0U);
  EXPECT_EQ(run("apply m.yaml").exit, 0);
  EXPECT_EQ(runs(), 1U);
}

TEST_F(Checks, WithALabelRunWhereItIsProvidedAndAreNamedElsewhere) {
  start(tree_with("checks:\n- {id: c, needs: [gpu, rocm], run: [touch, ../ran]}\n"));

  const RunResult applied = run("apply m.yaml --with gpu");

  EXPECT_EQ(applied.exit, 0);
  EXPECT_THAT(applied.err, HasSubstr("warning: check 'c' of patch 'p' not run: it needs rocm; "
                                     "'--with rocm' says that it is here [check-not-run]"));
  EXPECT_THAT(applied.out, HasSubstr("; 1 check not run\n"));
  EXPECT_FALSE(box_->exists("ran"));
  EXPECT_EQ(run("status m.yaml --require applied").exit, 0);
  EXPECT_EQ(run("check m.yaml --with gpu --with rocm").exit, 0);
  EXPECT_TRUE(box_->exists("ran"));
}

TEST_F(Checks, WithALabelThatFailedOnceArePendingUntilTheyPass) {
  start(tree_with("checks:\n- {id: c, needs: [gpu], run: [test, -e, ../good]}\n"));
  ASSERT_EQ(run("apply m.yaml --with gpu").exit, 4);

  EXPECT_EQ(run("apply m.yaml").exit, 0);
  EXPECT_EQ(run("status m.yaml --require applied").exit, 1);
  box_->write("good", "");
  EXPECT_EQ(run("check m.yaml --with gpu").exit, 0);

  EXPECT_EQ(run("status m.yaml --require applied").exit, 0);
}

TEST_F(Checks, OnlyKnowThreeLabels) {
  start(tree_with("checks:\n- {needs: [gup], run: [true_]}\n"));

  const RunResult refused = run("apply m.yaml");

  EXPECT_EQ(refused.exit, 2);
  EXPECT_THAT(refused.err, HasSubstr("must be 'gpu', 'network' or 'rocm', found 'gup'"));
  EXPECT_EQ(run("apply m.yaml --with gup").exit, 2);
}

TEST_F(Checks, EndAtTheirTimeLimit) {
  start(tree_with("checks:\n- {run: [sleep, 60], time_limit: 1}\n"));

  const RunResult failed = run("apply m.yaml");

  EXPECT_EQ(failed.exit, 4);
  EXPECT_THAT(failed.err, HasSubstr("was ended after 1 s, its time limit"));
}

TEST_F(Checks, WhoseProgramIsMissingHaveFailed) {
  start(tree_with("checks:\n- {run: [no-such-judge]}\n"));

  const RunResult failed = run("apply m.yaml");

  EXPECT_EQ(failed.exit, 4);
  EXPECT_THAT(failed.err, HasSubstr("there is no program 'no-such-judge'"));
}

TEST_F(Checks, AreAllRunThoughOneFails) {
  start(tree_with("checks:\n- {id: bad, run: ['false']}\n- {id: good, run: ['true']}\n"));

  const Json told = json("apply m.yaml");

  EXPECT_EQ(told["exit"], 4);
  EXPECT_EQ(told["checks"][0]["verdict"], "failed");
  EXPECT_EQ(told["checks"][0]["why"], "'/usr/bin/false' ended with exit status 1");
  EXPECT_EQ(told["checks"][1], Json({{"tree", "t"},
                                     {"patch", "p"},
                                     {"id", "good"},
                                     {"command", "true"},
                                     {"verdict", "passed"},
                                     {"why", ""}}));
  EXPECT_EQ(told["pending"].size(), 1U);
  EXPECT_EQ(told["pending"][0]["kind"], "check");
  EXPECT_EQ(told["pending"][0]["id"], "bad");
}

TEST_F(Checks, WaitForTheRebuildsOfTheirTree) {
  Files files = tree_with(kCounting);
  files["m.yaml"] += "rebuilds:\n- {id: r, tree: t, when_changed: [g], run: [sh, ../build]}\n";
  files["build"] = "exit 1\n";
  start(files);
  box_->write("good", "");

  const RunResult failed = run("apply m.yaml");
  EXPECT_EQ(failed.exit, 4);
  EXPECT_THAT(failed.err,
              HasSubstr("check 'c' of patch 'p' not run: rebuild 'r' of tree 't' is pending"));
  EXPECT_THAT(run("check m.yaml").err, HasSubstr("'patcher rebuild' makes it"));
  const std::string with_rebuild = box_->read("m.yaml");
  box_->write("m.yaml", manifest_text({"p.yaml", "q.yaml"}));
  const RunResult refused = run("check m.yaml");
  EXPECT_EQ(refused.exit, 1);
  EXPECT_THAT(refused.err, HasSubstr("the manifest has it no more: put it back"));
  box_->write("m.yaml", with_rebuild);
  EXPECT_EQ(runs(), 0U);
  EXPECT_EQ(run("apply m.yaml --rebuild never").exit, 0);
  EXPECT_EQ(json("status m.yaml")["pending"].size(), 2U);
  box_->write("build", "exit 0\n");

  EXPECT_EQ(run("apply m.yaml").exit, 0);
  EXPECT_EQ(runs(), 1U);
  EXPECT_EQ(run("status m.yaml --require applied").exit, 0);
}

TEST_F(Checks, WouldRunSaysADryRunThatRunsNone) {
  start(tree_with(kCounting));
  const Snapshot before = box_->snapshot();

  const RunResult dry = run("apply m.yaml --dry-run");

  EXPECT_EQ(dry.exit, 0);
  EXPECT_THAT(dry.out, HasSubstr("; would run 1 check\n"));
  EXPECT_EQ(box_->snapshot(), before);
  EXPECT_EQ(runs(), 0U);
}

TEST_F(Checks, LeaveNoByteCodeInTheTreeAndNothingElsewhere) {
  start(
      tree_with("checks:\n- {run: [python3, -c, 'import f; assert f.x == 2']}\n"
                "- {run: [python3, -m, py_compile, f.py]}\n"));

  const RunResult applied = run("apply m.yaml");

  EXPECT_EQ(applied.exit, 0) << applied.text();
  EXPECT_FALSE(box_->exists("tree/__pycache__"));
  EXPECT_EQ(box_->snapshot("tmp").size(), 1U);
}

TEST_F(Checks, CommandRunsAllOrThoseThatAreNamed) {
  start(tree_with("checks:\n- {id: c, run: [sh, -c, 'echo c >> ../ran']}\n",
                  "checks:\n- {id: d, run: [sh, -c, 'echo d >> ../ran']}\n"));
  ASSERT_EQ(run("apply m.yaml").exit, 0);
  fs::remove(box_->root() / "ran");

  const RunResult all = run("check m.yaml");
  EXPECT_EQ(all.exit, 0) << all.text();
  EXPECT_THAT(all.out, HasSubstr("m: 2 checks passed\n"));
  EXPECT_EQ(run("check m.yaml d").exit, 0);
  EXPECT_EQ(run("check m.yaml p").exit, 0);

  EXPECT_EQ(box_->read("ran"), "c\nd\nd\nc\n");
  const RunResult unknown = run("check m.yaml e");
  EXPECT_EQ(unknown.exit, 2);
  EXPECT_THAT(unknown.err,
              AllOf(HasSubstr("there is no check 'e'"), HasSubstr("these can be named: c, d, p")));
}

TEST_F(Checks, CommandRefusesWhereThereIsNothingToJudge) {
  start(tree_with(kCounting));
  const Snapshot before = box_->snapshot();

  const RunResult refused = run("check m.yaml");

  EXPECT_EQ(refused.exit, 1) << refused.text();
  EXPECT_THAT(refused.err,
              HasSubstr("patch 'p' is pristine, so that its checks have nothing to judge"));
  EXPECT_EQ(runs(), 0U);
  EXPECT_EQ(box_->snapshot(), before);
}

TEST_F(Checks, CommandThatFailsMakesTheCheckPendingAgain) {
  start(tree_with(kCounting));
  box_->write("good", "");
  ASSERT_EQ(run("apply m.yaml").exit, 0);
  fs::remove(box_->root() / "good");

  EXPECT_EQ(run("check m.yaml").exit, 4);

  EXPECT_EQ(run("status m.yaml --require applied").exit, 1);
}

TEST_F(Checks, ThatComeIntoTheManifestLaterAreDueAllTheSame) {
  start(tree_with(""));
  ASSERT_EQ(run("apply m.yaml").exit, 0);
  box_->write("m.yaml", tree_with("", kCounting)["m.yaml"]);
  box_->write("good", "");

  EXPECT_EQ(run("status m.yaml --require applied").exit, 1);
  EXPECT_EQ(run("apply m.yaml").exit, 0);

  EXPECT_EQ(runs(), 1U);
  EXPECT_EQ(run("status m.yaml --require applied").exit, 0);
}

TEST_F(Checks, OfTheSetHaveNoFileOfAPatchAndATreeThatIsEdited) {
  start(tree_with("", "checks:\n- {run: [cat, '{file}']}\n"));
  EXPECT_THAT(run("lint m.yaml").err, HasSubstr("'{file}' stands for each file of a patch"));

  std::string other = tree_with("", "checks:\n- {run: ['true'], tree: u}\n")["m.yaml"];
  box_->write("m.yaml", other);
  EXPECT_THAT(run("lint m.yaml").err, HasSubstr("the tree 'u' is not declared"));
  other.insert(other.find("patches:"),
               "  u: {upstream: https://example.org/u, commit: "
               "0123456789abcdef0123456789abcdef01234567}\n");
  box_->write("m.yaml", other);

  const RunResult unedited = run("lint m.yaml");
  EXPECT_EQ(unedited.exit, 2);
  EXPECT_THAT(unedited.err, HasSubstr("no patch of the set is for tree 'u'"));
}

const char* const kBytecode = "checks:\n- {bytecode_has: [gather, slow], file: f.py}\n";

TEST_F(Checks, ReadByteCodeThatIsFreshlyCompiled) {
  Files files = tree_with(kBytecode);
  files["tree/f.py"] += "def run(w):\n    return w.gather(mode='slow')\n";
  start(files);

  const RunResult applied = run("apply m.yaml");

  EXPECT_EQ(applied.exit, 0) << applied.text();
  EXPECT_FALSE(box_->exists("tree/__pycache__"));
  EXPECT_EQ(json("check m.yaml")["checks"][0]["command"], "byte-code of f.py has gather slow");
}

TEST_F(Checks, TakeNeitherCommentsNorDocstringsNorDeadCodeForByteCode) {
  Files files = tree_with(kBytecode);
  files["tree/f.py"] +=
      "# gather slow\ndef run():\n    'slow'\n    if False:\n        gather('slow')\n";
  start(files);

  const RunResult failed = run("apply m.yaml");

  EXPECT_EQ(failed.exit, 4);
  EXPECT_THAT(failed.err, AllOf(HasSubstr("the compiled code of f.py does not use 'gather'"),
                                HasSubstr("the compiled code of f.py does not use 'slow'")));
}

TEST_F(Checks, TakeNoByteCodeThatLiesAbout) {
  Files files = tree_with("checks:\n- {bytecode_has: [gather], file: f.py}\n");
  files["tree/f.py"] += "# was: gather(1)\n";
  files["old.py"] = "def run():\n    gather(1)\n";
  start(files);
  // A later one than the source, as an image's layers may have it, and none of this patch's.
  ASSERT_EQ(std::system(("cd " + box_->root().string() +
                         " && mkdir tree/__pycache__ && python3 -c \"import py_compile, "
                         "importlib.util as u; py_compile.compile('old.py', "
                         "cfile=u.cache_from_source('tree/f.py'), "
                         "invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)\"")
                            .c_str()),
            0);

  EXPECT_EQ(run("apply m.yaml").exit, 4);
}

TEST_F(Checks, SeeNamesOfKeywordArgumentsInByteCode) {
  Files files = tree_with("checks:\n- {bytecode_has: [gather], file: f.py}\n");
  files["tree/f.py"] += "def run(w):\n    return w(1, gather=2)\n";
  start(files);

  EXPECT_EQ(run("apply m.yaml").exit, 0);
}

TEST_F(Checks, OfByteCodeReadRegularFilesOfTheTreeOnly) {
  Files files = tree_with("checks:\n- {bytecode_has: [gather], file: other.py}\n");
  files["elsewhere.py"] = "gather(1)\n";
  start(files);
  fs::create_symlink("../elsewhere.py", box_->root() / "tree/other.py");

  const RunResult failed = run("apply m.yaml");

  EXPECT_EQ(failed.exit, 4) << failed.text();
  EXPECT_THAT(failed.err, HasSubstr("'other.py' is no regular file"));
}

TEST_F(Checks, ThatChangeWhatAPatchWroteHaveFailed) {
  start(tree_with("checks:\n- {id: c, run: [sh, -c, 'echo more >> g']}\n"));

  const RunResult failed = run("apply m.yaml");

  EXPECT_EQ(failed.exit, 4) << failed.text();
  EXPECT_THAT(failed.err, HasSubstr("check 'c' of patch 'p' failed: while it ran, 'g' of tree 't' "
                                    "changed, which patches wrote"));
  EXPECT_THAT(failed.out, HasSubstr("modified"));
  EXPECT_EQ(run("status m.yaml --require applied").exit, 1);
}

TEST_F(Checks, DoNotJudgeBytesThatAnotherCommandChanged) {
  start(tree_with("checks:\n- {id: c, run: [sh, -c, 'echo more >> g']}\n" +
                  std::string("- {id: d, run: [sh, -c, 'echo ran >> ../log']}\n")));

  const RunResult failed = run("apply m.yaml");

  EXPECT_EQ(failed.exit, 4) << failed.text();
  EXPECT_THAT(failed.err, HasSubstr("check 'd' of patch 'p' failed: not begun, 'g' is not as the "
                                    "patches left it"));
  EXPECT_EQ(runs(), 0U);
}

TEST_F(Checks, OfAFileThatCannotBeCompiledFail) {
  Files files = tree_with(kBytecode);
  files["tree/f.py"] += "return 1\n";
  start(files);

  const RunResult failed = run("apply m.yaml");

  EXPECT_EQ(failed.exit, 4);
  EXPECT_THAT(failed.err, HasSubstr("f.py cannot be compiled"));
}

/// Waits until `path` is there.
void await(const Sandbox& box, const std::string& path) {
  for (int i = 0; i < 1000 && !box.exists(path); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

TEST_F(Checks, InTheMiddleOfWhichTheRunIsKilledArePending) {
  start(tree_with("checks:\n- {run: [sh, ../judge]}\n"));
  box_->write("judge", "touch ../begun; sleep 60\n");
  Started started = box_->start({"apply", "m.yaml"});
  await(*box_, "begun");

  started.kill(SIGKILL);
  static_cast<void>(started.ended());

  EXPECT_EQ(run("status m.yaml --require applied").exit, 1);
  box_->write("judge", "exit 0\n");
  RunResult next = run("apply m.yaml");
  for (int i = 0; i < 100 && next.exit == 5; ++i) next = run("apply m.yaml");  // Still ending.
  EXPECT_EQ(next.exit, 0) << next.text();
  EXPECT_EQ(run("status m.yaml --require applied").exit, 0);
}

TEST_F(Checks, EndWithASignalToTheRunAndTheRestIsNotBegun) {
  start(
      tree_with("checks:\n- {id: a, run: [sh, -c, 'touch ../begun; sleep 60']}\n"
                "- {id: b, run: [touch, ../second]}\n"));
  Started started = box_->start({"apply", "m.yaml"});
  await(*box_, "begun");

  started.kill(SIGTERM);
  const RunResult ended = started.ended();

  EXPECT_EQ(ended.exit, 143);
  EXPECT_THAT(ended.err,
              AllOf(HasSubstr("was ended by the signal to this run"),
                    HasSubstr("check 'b' of patch 'p' failed: this run was asked to end")));
  EXPECT_FALSE(box_->exists("second"));
  EXPECT_EQ(json("status m.yaml")["pending"].size(), 2U);
}

}  // namespace
}  // namespace patcher::testing
