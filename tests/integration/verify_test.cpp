// SPDX-License-Identifier: MIT
// `verify`: the set proved in memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/git_sandbox.hpp"
#include "tests/support/one_patch.hpp"

namespace patcher::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Runs it, and demands that nothing whatever is written in the sandbox.
RunResult verify(const Sandbox& box, const std::string& more = "") {
  const Snapshot before = box.snapshot(".");
  RunResult result = box.run("verify m.yaml" + more);
  EXPECT_TRUE(box.snapshot(".") == before);
  return result;
}

/// Two patches: `q` stands on what `p` makes.
Files stacked() {
  return {{"m.yaml", manifest_text({"p.yaml", "q.yaml"})},
          {"p.yaml", patch_text("p",
                                "- {file: a, find: V=1, replace: V=2}\n"
                                "- {add_file: d/e/new, content: 'x'}\n")},
          {"q.yaml", patch_text("q", "- {file: a, find: V=2, insert_after: W=1}\n")},
          {"tree/a", "V=1\n"}};
}

TEST(Verify, ProvesTheSetAndWritesNothing) {
  const Sandbox box(stacked());

  const RunResult result = verify(box);

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out,
              HasSubstr("m: proved in memory; 2 patches pristine; 2 files would change and come "
                        "back\n"));
}

TEST(Verify, ProvesItBelowWhatIsApplied) {
  const Sandbox box(stacked());
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);

  const RunResult result = verify(box);

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_THAT(result.out, HasSubstr("2 patches applied; 2 files would change and come back"));
}

TEST(Verify, ProvesItOnACommit) {
  const Sandbox box(stacked());
  commit_all(box);

  EXPECT_EQ(verify(box, " --root t=git:tree@HEAD").exit, 0);
  box.write("tree/a", "V=2\nW=1\n");
  box.write("tree/d/e/new", "x");
  commit_all(box);
  const RunResult result = verify(box, " --root t=git:tree@HEAD");

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.out, HasSubstr("m: not proved: 2 errors; 2 patches obsolete\n"));
}

TEST(Verify, FailsWhereApplyWould) {
  const Sandbox box(stacked());
  box.write("tree/a", "V=3\n");

  const RunResult result = verify(box);

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.err, HasSubstr("[anchor-not-found]"));
  EXPECT_THAT(result.out, HasSubstr("m: not proved: "));
}

TEST(Verify, FailsWhereSomebodyEditedWhatIsApplied) {
  const Sandbox box(stacked());
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("tree/a", "V=2\nW=7\n");

  const RunResult result = verify(box);

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.err, HasSubstr("[modified]"));
}

TEST(Verify, TellsEachPatchByItself) {
  const Sandbox box(stacked());

  const RunResult result = verify(box, " --each");

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("note: 'q' does not stand alone: 'q' does not fit without 'p', which "
                              "is not applied [patch-blocked]"),
                    Not(HasSubstr("'p' does not stand alone"))));
}

TEST(Verify, LimitsItselfToWhatIsAskedFor) {
  const Sandbox box(stacked());

  EXPECT_THAT(verify(box, " --only p").out, HasSubstr("1 patch pristine; 2 files would change"));
  EXPECT_EQ(verify(box, " --only q").exit, 1);
  EXPECT_EQ(verify(box, " --only none").exit, 2);
}

TEST(Verify, HoldsTheTreeToTheLock) {
  const Sandbox box(stacked());
  EXPECT_EQ(verify(box, " --locked").exit, 2);
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);
  EXPECT_EQ(verify(box, " --locked").exit, 0);

  box.write("tree/a", "V=1\n\n");
  EXPECT_EQ(verify(box).exit, 0);
  EXPECT_EQ(verify(box, " --locked").exit, 1);
}

TEST(Verify, TakesNoEvidenceThatThePatchBringsItself) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p", "- {file: a, find: V=1, replace: V=2}\n",
                                           "obsolete_if:\n- {file: a, present: V=2}\n")},
                     {"tree/a", "V=1\n"}});

  const RunResult result = verify(box);

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.err, AllOf(HasSubstr("p.yaml:10:4: error: 'obsolete_if' holds on the patch's "
                                          "own result"),
                                HasSubstr("[claim-untrue]")));
}

TEST(Verify, TakesNoDriftForEvidence) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p", "- {file: a, find: V=1, replace: 'V=1  # ours'}\n",
                                           "obsolete_if:\n- {file: a, present: V=, count: 1}\n")},
                     {"tree/a", "V=1\nV=8\n"}});

  const RunResult result = verify(box);

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.err, HasSubstr("holds as soon as the patch's own anchor is gone"));
}

TEST(Verify, SaysSoToProgramsToo) {
  const Sandbox box(stacked());
  box.write("tree/a", "V=3\n");

  const auto json = nlohmann::json::parse(verify(box, " --format json").out);
  EXPECT_EQ(json["schema"], "patcher.verify/1");
  EXPECT_EQ(json["exit"], 1);
  EXPECT_EQ(json["patches"][0]["state"], "drifted");
  EXPECT_TRUE(json["changed"].empty());
  EXPECT_THAT(verify(box, " --format github").out,
              HasSubstr("::error file=p.yaml,line=8,col=19,title=anchor-not-found::"));
}

TEST(Verify, RunsNothingThatAManifestNames) {
  Files files = stacked();
  files["p.yaml"] += "checks:\n- {run: [touch, ran]}\n";
  files["m.yaml"] +=
      "rebuilds:\n- {id: r, tree: t, when_changed: [a], run: [touch, ran]}\n"
      "checks:\n- {run: [touch, ran]}\n";
  const Sandbox box(files);

  EXPECT_EQ(verify(box).exit, 0);
  EXPECT_FALSE(box.exists("tree/ran"));
}

TEST(Verify, WaitsForNobodyAndRepairsNothing) {
  const Sandbox box(stacked());
  box.write("tree/.patcher/journal.json", "{}");

  const RunResult result = verify(box);

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.err, HasSubstr("[interrupted]"));
}

TEST(Verify, DrillsEveryEditAndWritesNothing) {
  const Sandbox box(stacked());

  const RunResult result = verify(box, " --drill");

  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, AllOf(HasSubstr("drill\n  p  drop signal: result\n    edit  deleted"),
                                HasSubstr("path-taken: not-applicable (edit 0): the edit changes a "
                                          "file that is there\n"),
                                HasSubstr("; 11 of 11 mutants refused, 4 harmless, ")));
}

TEST(Verify, FailsWhereAMutantIsTaken) {
  const Sandbox box(
      one_patch("- {file: a, find_regex: '\\Aone', insert_after: ' new'}\n", "a", "one\n"));

  const RunResult result = verify(box, " --drill");
  const auto json = nlohmann::json::parse(verify(box, " --drill --format json").out);

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.err, HasSubstr("error: on a base with 'anchor-duplicated' the edit still fits "
                                    "[mutant-accepted]"));
  EXPECT_THAT(result.out, AllOf(HasSubstr("  TAKEN  "), HasSubstr("m: not proved: 2 errors; ")));
  EXPECT_EQ(json["exit"], 1);
  const auto& mutants = json["drill"][0]["edits"][0]["mutants"];
  EXPECT_EQ(mutants[1]["mutation"], "anchor-duplicated");
  EXPECT_EQ(mutants[1]["verdict"], "accepted");
  EXPECT_EQ(mutants[0]["state"], "drifted");
}

}  // namespace
}  // namespace patcher::testing
