// SPDX-License-Identifier: MIT
// The states that hang on the record: what it says, what the bytes say, and who wins.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Files two_edits() {
  return {{"m.yaml", manifest_text({"p.yaml"})},
          {"p.yaml", patch_text("p",
                                "- {file: f, find: a, replace: b}\n"
                                "- {file: g, find: c, insert_after: d}\n")},
          {"tree/f", "a\n"},
          {"tree/g", "c\n"}};
}

void expect_state(const Sandbox& box, const std::string& state) {
  const RunResult result = box.run("status m.yaml");
  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_THAT(result.out, HasSubstr(state));
}

/// Runs both writing commands and demands that each refuses and leaves the tree alone.
void expect_refusals(const Sandbox& box) {
  const Snapshot before = box.snapshot();
  for (const char* command : {"apply m.yaml", "revert m.yaml"}) {
    const RunResult result = box.run(command);
    EXPECT_EQ(result.exit, 1) << result.text();
  }
  EXPECT_EQ(box.snapshot(), before);
}

TEST(Unrecorded, AResultThatNoRecordKnowsIsNotCalledApplied) {
  const Sandbox box(two_edits());
  box.write("tree/f", "b\n");
  box.write("tree/g", "c\nd\n");

  expect_state(box, "unrecorded");
  expect_refusals(box);
}

TEST(Partial, HalfOfAPatchIsRefusedBothWays) {
  const Sandbox box(two_edits());
  box.write("tree/f", "b\n");

  expect_state(box, "partial");
  expect_refusals(box);
  EXPECT_THAT(box.run("apply m.yaml").err,
              AllOf(HasSubstr("partly-applied"), HasSubstr("edit 0 of 'f' is unrecorded"),
                    HasSubstr("edit 1 of 'g' is pristine")));
}

TEST(Modified, BytesThatMovedSinceAreNotOurs) {
  const Sandbox box(two_edits());
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("tree/f", "b\nmore\n");

  expect_state(box, "modified");
  expect_refusals(box);
}

TEST(Modified, RestoringWhatWasAppliedMendsIt) {
  const Sandbox box(two_edits());
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("tree/f", "broken\n");
  box.write("tree/f", "b\n");

  EXPECT_EQ(box.run("status m.yaml --require applied").exit, 0);
}

TEST(Modified, AFileOfWhichOnlyTheModeIsStillThePatchsIsNamed) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml"})},
                     {"p.yaml", patch_text("p",
                                           "- {file: g, find: c, replace: d}\n"
                                           "- {mode_of: s.sh, mode: 0750, was: 0644}\n")},
                     {"tree/g", "c\n"},
                     {"tree/s.sh", "go\n"}});
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("tree/g", "c\n");

  const RunResult refused = box.run("apply m.yaml");
  EXPECT_EQ(refused.exit, 1);
  EXPECT_THAT(
      refused.err,
      AllOf(HasSubstr("g: note: it is back at its base, other files of the patch are not\n"),
            HasSubstr("s.sh: note: it is as the patch left it, mode 0750; before it was "
                      "0644\n")));
}

TEST(Modified, OnAnotherBaseIsToldTheWayOut) {
  const Sandbox box(two_edits());
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("tree/f", "a\nnew\n");
  box.write("tree/g", "c\nnew\n");

  EXPECT_THAT(box.run("apply m.yaml").err,
              HasSubstr("or, if the tree was taken to another base since, so that nothing of its "
                        "patches stands in it, remove '.patcher' from its root and apply anew"));
  std::filesystem::remove_all(box.root() / "tree/.patcher");
  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
}

TEST(Unrecorded, ATreeUnderANewNameSaysUnderWhichItWasApplied) {
  const Sandbox box(two_edits());
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  std::string manifest = box.read("m.yaml");
  std::string patch = box.read("p.yaml");
  box.write("m.yaml", manifest.replace(manifest.find("  t:"), 4, "  u:"));
  box.write("p.yaml", patch.replace(patch.find("tree: t"), 7, "tree: u"));

  const RunResult refused = box.run("apply m.yaml");
  EXPECT_EQ(refused.exit, 1);
  EXPECT_THAT(refused.err,
              AllOf(HasSubstr("this manifest applied the patch when the tree was called 't'"),
                    HasSubstr("'patcher revert --recorded m --root t=DIR'")));
  EXPECT_EQ(box.run("revert --recorded m --root t=tree").exit, 0);
  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
}

TEST(BytesDecide, FilesBackAtTheirBaseArePristine) {
  const Sandbox box(two_edits());
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("tree/f", "a\n");
  box.write("tree/g", "c\n");

  const RunResult status = box.run("status m.yaml --require pristine");
  EXPECT_EQ(status.exit, 0) << status.text();
  EXPECT_THAT(status.err, HasSubstr("bytes-decide"));
  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);

  EXPECT_EQ(box.read("tree/f"), "a\n");
  EXPECT_FALSE(box.exists("tree/.patcher"));
}

TEST(Outdated, ANewRevisionOfAnAppliedPatchIsNamed) {
  const Sandbox box(two_edits());
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("p.yaml", patch_text("p", "- {file: f, find: a, replace: z}\n"));

  expect_state(box, "outdated");
  EXPECT_EQ(box.run("apply m.yaml").exit, 1);
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);

  EXPECT_EQ(box.read("tree/f"), "a\n");
  EXPECT_EQ(box.read("tree/g"), "c\n");
}

TEST(Orphan, ARecordedPatchThatTheManifestDroppedIsNamed) {
  Files files = two_edits();
  files["m.yaml"] = manifest_text({"p.yaml", "q.yaml"});
  files["q.yaml"] = patch_text("q", "- {file: h, find: x, replace: y}\n");
  files["tree/h"] = "x\n";
  const Sandbox box(files);
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("m.yaml", manifest_text({"p.yaml"}));

  expect_state(box, "orphan");
  EXPECT_EQ(box.run("apply m.yaml").exit, 1);
}

TEST(Blocked, APatchOnADriftedOneSaysWhich) {
  const Sandbox box({{"m.yaml", manifest_text({"p.yaml", "q.yaml"})},
                     {"p.yaml", patch_text("p", "- {file: f, find: gone, insert_after: made}\n")},
                     {"q.yaml", patch_text("q", "- {file: f, find: made, replace: more}\n")},
                     {"tree/f", "here\n"}});

  const RunResult result = box.run("status m.yaml");

  EXPECT_THAT(result.out, AllOf(HasSubstr("drifted"), HasSubstr("blocked")));
  EXPECT_THAT(result.err, HasSubstr("stands on patch 'p'"));
}

TEST(TwoManifests, ShareOneStack) {
  Files files = two_edits();
  files["n.yaml"] = manifest_text({"q.yaml"});
  files["n.yaml"].replace(files["n.yaml"].find("name: m"), 7, "name: n");
  files["q.yaml"] = patch_text("q", "- {file: f, find: b, insert_after: q}\n");
  const Sandbox box(files);

  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.run("apply n.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/f"), "b\nq\n");
  EXPECT_EQ(box.run("status m.yaml --require applied").exit, 0);
  EXPECT_EQ(box.run("status n.yaml --require applied").exit, 0);
  const RunResult below = box.run("revert m.yaml");
  EXPECT_EQ(below.exit, 1) << below.text();
  EXPECT_THAT(below.err, HasSubstr("stands-on-top"));
  EXPECT_EQ(box.run("revert n.yaml").exit, 0);
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);

  EXPECT_EQ(box.read("tree/f"), "a\n");
}

TEST(Record, HoldsNoTimeHostOrAbsolutePathAndIsTheSameTwice) {
  const Sandbox one(two_edits());
  const Sandbox two(two_edits());
  ASSERT_EQ(one.run("apply m.yaml").exit, 0);
  ASSERT_EQ(two.run("apply m.yaml").exit, 0);

  EXPECT_EQ(one.read("tree/.patcher/record.json"), two.read("tree/.patcher/record.json"));
  EXPECT_THAT(one.read("tree/.patcher/record.json"),
              ::testing::Not(HasSubstr(one.root().string())));
}

TEST(Record, ThatCannotBeReadStopsEveryCommand) {
  const Sandbox box(two_edits());
  box.write("tree/.patcher/record.json", "{");

  for (const char* command : {"status m.yaml", "apply m.yaml", "revert m.yaml"}) {
    EXPECT_EQ(box.run(command).exit, 3) << command;
  }
}

TEST(Record, ThatLeadsOutOfTheTreeIsUnsafe) {
  const Sandbox box(two_edits());
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  std::string record = box.read("tree/.patcher/record.json");
  record.replace(record.find("\"path\": \"f\""), 11, "\"path\": \"../f\"");
  box.write("tree/.patcher/record.json", record);

  EXPECT_EQ(box.run("revert m.yaml").exit, 5);
}

TEST(Record, ThatIsNotWhatThePatchDoesIsNotUndone) {
  const Sandbox box(two_edits());
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  std::string record = box.read("tree/.patcher/record.json");
  record.replace(record.find("\"made_folders\": []"), 18, "\"made_folders\": [\"empty\"]");
  box.write("tree/.patcher/record.json", record);
  std::filesystem::create_directories(box.root() / "tree/empty");

  EXPECT_EQ(box.run("revert m.yaml").exit, 1);

  EXPECT_TRUE(box.exists("tree/empty"));
  EXPECT_EQ(box.read("tree/f"), "b\n");
}

TEST(Outdated, AnotherOrderThatGivesOtherBytesIsNotCalledApplied) {
  Files files{{"m.yaml", manifest_text({"p.yaml", "q.yaml"})},
              {"p.yaml", patch_text("p", "- {file: f, find: a, insert_after: one}\n")},
              {"q.yaml", patch_text("q", "- {file: f, find: a, insert_after: two}\n")},
              {"tree/f", "a\n"}};
  const Sandbox box(files);
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  box.write("m.yaml", manifest_text({"q.yaml", "p.yaml"}));

  EXPECT_EQ(box.run("status m.yaml --require applied").exit, 1);
  EXPECT_EQ(box.run("apply m.yaml").exit, 1);
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);

  EXPECT_EQ(box.read("tree/f"), "a\n");
}

TEST(SecondApply, ChangesNoByteTimeOrInode) {
  const Sandbox box(two_edits());
  ASSERT_EQ(box.run("apply m.yaml").exit, 0);
  const Snapshot before = box.snapshot();

  const RunResult again = box.run("apply m.yaml");

  EXPECT_EQ(again.exit, 0);
  EXPECT_THAT(again.out, HasSubstr("nothing to do"));
  EXPECT_EQ(box.snapshot(), before);
}

}  // namespace
}  // namespace patcher::testing
