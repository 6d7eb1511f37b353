// SPDX-License-Identifier: MIT
// Edits by a diff, in memory.
#include <gtest/gtest.h>

#include <string>

#include "tests/unit/plan/diff_trial.hpp"

namespace patcher::testing {
namespace {

const std::string kHead = "--- a/f\n+++ b/f\n";
const std::string kNone = "\\ No newline at end of file\n";

/// The state of a patch of one hunk on `bytes`.
State state_of(const std::string& hunk, const std::string& bytes) {
  SourceCache cache;
  const Patch patch = diff_patch(kHead + hunk).patches.front();
  return find_patch(patch, View(MemoryTree{{"f", bytes}}), cache).state;
}

/// What the nearest place is said to differ in.
std::string first_note(const std::string& hunk, const std::string& bytes) {
  SourceCache cache;
  const Patch patch = diff_patch(kHead + hunk).patches.front();
  const PatchFinding finding = find_patch(patch, View(MemoryTree{{"f", bytes}}), cache);
  if (finding.diagnostics.empty() || finding.diagnostics.front().notes.empty()) return "no note";
  return finding.diagnostics.front().notes.front().message;
}

const std::string kChange = "@@ -9,3 +9,3 @@\n a\n-b\n+B\n c\n";
const std::string kAtStart = "@@ -1,2 +1,3 @@\n+n\n a\n b\n";
const std::string kAtEnd = "@@ -1,2 +1,3 @@\n a\n b\n+n\n";
const std::string kWhole = "@@ -1 +1 @@\n-a\n+b\n";

struct HunkCase {
  std::string name;
  std::string hunk;
  std::string bytes;
  State state;
};

class OneHunk : public ::testing::TestWithParam<HunkCase> {};

TEST_P(OneHunk, HasOneState) {
  EXPECT_EQ(state_of(GetParam().hunk, GetParam().bytes), GetParam().state);
}

INSTANTIATE_TEST_SUITE_P(
    All, OneHunk,
    ::testing::Values(HunkCase{"FitsWhateverItsNumbersSay", kChange, "a\nb\nc\n", State::pristine},
                      HunkCase{"IsDone", kChange, "x\na\nB\nc\n", State::applied},
                      HunkCase{"Twice", kChange, "a\nb\nc\na\nb\nc\n", State::ambiguous},
                      HunkCase{"ResultElsewhere", kChange, "a\nB\nc\na\nb\nc\n", State::ambiguous},
                      HunkCase{"ABlankMore", kChange, "a\nb\n c\n", State::drifted},
                      HunkCase{"TailOfALongerLine", kChange, "xa\nb\nc\n", State::drifted},
                      HunkCase{"HeadOfALongerLine", kChange, "a\nb\ncx\n", State::drifted},
                      HunkCase{"OtherEndings", kChange, "a\r\nb\r\nc\r\n", State::drifted},
                      HunkCase{"LastLineLacksItsNewline", kChange, "a\nb\nc", State::drifted},
                      HunkCase{"AtStart", kAtStart, "a\nb\n", State::pristine},
                      HunkCase{"NotAtStart", kAtStart, "x\na\nb\n", State::drifted},
                      HunkCase{"AtEnd", kAtEnd, "x\na\nb\n", State::pristine},
                      HunkCase{"NotAtEnd", kAtEnd, "a\nb\nx\n", State::drifted},
                      HunkCase{"AtEndDone", kAtEnd, "a\nb\nn\n", State::applied},
                      HunkCase{"Whole", kWhole, "a\n", State::pristine},
                      HunkCase{"WholeDone", kWhole, "b\n", State::applied},
                      HunkCase{"NotWhole", kWhole, "a\nx\n", State::drifted},
                      HunkCase{"IntoAnEmptyFile", "@@ -0,0 +1 @@\n+b\n", "", State::pristine},
                      HunkCase{"NotEmpty", "@@ -0,0 +1 @@\n+b\n", "a\n", State::drifted},
                      HunkCase{"ABlankLineOfAnEmptyFile", "@@ -1 +1 @@\n-\n+x\n", "",
                               State::drifted},
                      HunkCase{"Emptied", "@@ -1 +0,0 @@\n-a\n", "a\n", State::pristine},
                      HunkCase{"EmptiedDone", "@@ -1 +0,0 @@\n-a\n", "", State::applied},
                      HunkCase{"BlankLinesOnce", "@@ -1,3 +1,4 @@\n \n+\n \n \n", "x\n\n\n\ny\n",
                               State::pristine},
                      HunkCase{"BlankLinesTwice", "@@ -1,3 +1,4 @@\n \n+x\n \n \n",
                               "x\n\n\n\n\ny\n", State::ambiguous}),
    [](const auto& about) { return about.param.name; });

TEST(Hunk, SaysWhatKeepsItFromFitting) {
  EXPECT_EQ(first_note(kChange, "a\r\nb\r\nc\r\n"),
            "the same lines stand here, but they end in CRLF in the file and not in the diff");
  EXPECT_EQ(first_note("@@ -9,3 +9,3 @@\n a\r\n-b\r\n+B\r\n c\r\n", "a\nb\nc\n"),
            "the same lines stand here, but they end in LF in the file and not in the diff");
  EXPECT_EQ(first_note(kAtEnd, "a\nb\nx\n"),
            "the same lines stand here, but the hunk has no context below them: they must end the "
            "file");
  EXPECT_EQ(first_note(kAtStart, "x\na\nb\n"),
            "the same lines stand here, but the hunk has no context above them: they must begin "
            "the file");
  EXPECT_EQ(first_note(kChange, "a\nb\nc"),
            "the same lines stand here, but the file ends without a newline");
  EXPECT_EQ(first_note("@@ -0,0 +1 @@\n+b\n", "a\n"),
            "the hunk says that the file is empty, and it is not");
  EXPECT_EQ(first_note(kChange, "a\n  b\nc\n"),
            "nearest text: only blanks differ: line 2 is indented by 2 bytes, not 0");
}

/// Applies the diff to `before`, again, and takes it back.
void expect_round_trip(const std::string& diff, const MemoryTree& before, const MemoryTree& after) {
  const Manifest manifest = diff_patch(diff);
  const Carried applied = carry(Way::apply, manifest, before, {});
  ASSERT_FALSE(applied.refused()) << diff << applied.refusals.front().message;
  EXPECT_EQ(applied.tree, after) << diff;
  const Carried again = carry(Way::apply, manifest, applied.tree, applied.record);
  EXPECT_FALSE(again.refused());
  EXPECT_EQ(again.states, std::vector{State::applied}) << diff;
  EXPECT_EQ(again.tree, after);
  const Carried back = carry(Way::revert, manifest, again.tree, again.record);
  EXPECT_FALSE(back.refused());
  EXPECT_EQ(back.tree, before) << diff;
}

TEST(Hunk, MindsTheMissingFinalNewlineOfEitherSide) {
  const auto trip = [](const std::string& body, const std::string& before,
                       const std::string& after) {
    expect_round_trip(kHead + "@@ -1,2 +1,3 @@\n" + body, MemoryTree{{"f", before}},
                      MemoryTree{{"f", after}});
  };

  trip(" a\n-b\n" + kNone + "+b\n+c\n" + kNone, "a\nb", "a\nb\nc");
  trip(" a\n-b\n" + kNone + "+b\n+c\n", "a\nb", "a\nb\nc\n");
  trip(" a\n-b\n+b\n+c\n" + kNone, "a\nb\n", "a\nb\nc");
  trip(" a\n b\n+c\n", "a\nb\n", "a\nb\nc\n");
}

TEST(Hunk, OfOnePatchAreAllFoundInTheSameBytes) {
  expect_round_trip(kHead + "@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -3,2 +3,2 @@\n c\n-d\n+D\n",
                    MemoryTree{{"f", "a\nb\nc\nd\n"}}, MemoryTree{{"f", "A\nb\nc\nD\n"}});
  // The second one's context is what the first one leaves.
  const Carried result = carry(
      Way::apply, diff_patch(kHead + "@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -1,2 +1,3 @@\n A\n+x\n b\n"),
      MemoryTree{{"f", "a\nb\nc\n"}}, {});
  EXPECT_TRUE(result.refused());
}

TEST(Hunk, KeepsCarriageReturns) {
  expect_round_trip(kHead + "@@ -1,2 +1,3 @@\n a\r\n+n\r\n b\n", MemoryTree{{"f", "a\r\nb\n"}},
                    MemoryTree{{"f", "a\r\nn\r\nb\n"}});
}

TEST(Hunk, WritesNothingWhereOneOfManyDoesNotFit) {
  const std::string diff = kHead + kChange + "--- a/g\n+++ b/g\n" + kChange;
  const Carried result =
      carry(Way::apply, diff_patch(diff), MemoryTree{{"f", "a\nb\nc\n"}, {"g", "a\nx\nc\n"}}, {});

  EXPECT_TRUE(result.refused());
  EXPECT_EQ(result.refusals.front().where.file, "x.diff");
  EXPECT_EQ(result.refusals.front().where.line, 10U);
}

const std::string kMove =
    "diff --git a/f b/d/g\nsimilarity index 50%\nrename from f\nrename to d/g\n";

TEST(Move, TakesTheFileAlongAsItIs) {
  MemoryTree before{{"f", "any bytes\n"}};
  before.write("f", "any bytes\n", 0640);
  MemoryTree after;
  after.write("d/g", "any bytes\n", 0640);

  expect_round_trip(kMove, before, after);
}

TEST(Move, ChangesTheFileOnTheWay) {
  expect_round_trip(kMove + "--- a/f\n+++ b/d/g\n" + kChange, MemoryTree{{"f", "x\na\nb\nc\ny\n"}},
                    MemoryTree{{"d/g", "x\na\nB\nc\ny\n"}});
}

TEST(Move, ChangesTheMode) {
  MemoryTree after;
  after.write("d/g", "a\n", 0755);

  expect_round_trip(
      "diff --git a/f b/d/g\nold mode 100644\nnew mode 100755\nrename from f\nrename to d/g\n",
      MemoryTree{{"f", "a\n"}}, after);
}

TEST(Move, IsRefusedWhereEitherPathIsNotAsItShouldBe) {
  const auto code = [](const std::string& diff, const MemoryTree& tree) {
    const Carried result = carry(Way::apply, diff_patch(diff), tree, {});
    EXPECT_EQ(result.tree, tree);
    return result.refusals.empty() ? Code::internal : result.refusals.front().code;
  };

  EXPECT_EQ(code(kMove, MemoryTree{{"x", ""}}), Code::file_missing);
  EXPECT_EQ(code(kMove, MemoryTree{{"f", ""}, {"d/g", ""}}), Code::path_in_the_way);
  EXPECT_EQ(code(kMove, MemoryTree{{"f", ""}, {"d", ""}}), Code::path_in_the_way);
  EXPECT_EQ(code(kMove, MemoryTree{{"d/g", ""}}), Code::unrecorded);
  EXPECT_EQ(code(kMove + kHead + kChange, MemoryTree{{"f", "a\n"}}), Code::anchor_not_found);
  EXPECT_EQ(code(kMove + kHead + kChange, MemoryTree{{"d/g", "a\nb\nc\n"}}), Code::partly_applied);
  EXPECT_EQ(code(kMove + kHead + kChange, MemoryTree{{"f", "a\nB\nc\n"}}), Code::partly_applied);
}

}  // namespace
}  // namespace patcher::testing
