// SPDX-License-Identifier: MIT
#include "patcher/plan/sited_patch.hpp"

#include <gtest/gtest.h>

#include "tests/unit/plan/plan_fixture.hpp"

namespace patcher {
namespace {

using testing::manifest_of;
using testing::patch_of;

PatchFinding found(const Patch& patch, const MemoryTree& tree) {
  SourceCache cache;
  return find_patch(patch, View(tree), cache);
}

const Diagnostic& first(const PatchFinding& finding) { return finding.diagnostics.at(0); }

const char* const kOneFile = "- {file: '**/mla.py', find: a = 1, replace: a = 2}\n";
const char* const kThreePlaces =
    "- {file: 'ops/*.py', find_text: call(, replace: launch(, count: 3}\n";

TEST(SitedPatch, EditsTheOneFileThatAGlobCatches) {
  const Patch patch = patch_of(kOneFile);
  const PatchFinding finding = found(patch, {{"ops/mla.py", "a = 1\n"}, {"ops/b.py", "a = 1\n"}});

  ASSERT_TRUE(finding.step);
  ASSERT_EQ(finding.step->files.size(), 1U);
  EXPECT_EQ(finding.step->files.begin()->first.str(), "ops/mla.py");
  EXPECT_EQ(*finding.step->files.begin()->second.after.bytes, "a = 2\n");
}

TEST(SitedPatch, IsMissingWhereAGlobCatchesNothing) {
  const Patch patch = patch_of(kOneFile);
  const PatchFinding finding = found(patch, {{"ops/x.py", "a = 1\n"}});

  EXPECT_EQ(finding.state, State::missing);
  EXPECT_EQ(first(finding).code, Code::file_missing);
  EXPECT_EQ(first(finding).message, "the glob '**/mla.py' catches no file of tree 't'");
}

TEST(SitedPatch, IsAmbiguousWhereAGlobCatchesTwoFilesThoughOneFits) {
  const Patch patch = patch_of(kOneFile);
  const PatchFinding finding = found(patch, {{"mla.py", "b = 1\n"}, {"ops/mla.py", "a = 1\n"}});

  EXPECT_EQ(finding.state, State::ambiguous);
  EXPECT_EQ(first(finding).code, Code::file_ambiguous);
  ASSERT_EQ(first(finding).notes.size(), 2U);
  EXPECT_EQ(first(finding).notes[0].where.file, "mla.py");
  EXPECT_EQ(first(finding).notes[1].where.file, "ops/mla.py");
}

TEST(SitedPatch, CountsOverAllFilesOfAGlob) {
  const Patch patch = patch_of(kThreePlaces);
  const PatchFinding finding = found(patch, {{"ops/a.py", "call(1)\ncall(2)\n"},
                                             {"ops/b.py", "pass\n"},
                                             {"ops/c.py", "call(3)\n"},
                                             {"other.py", "call(4)\n"}});

  ASSERT_TRUE(finding.step);
  ASSERT_EQ(finding.edits.size(), 2U);
  EXPECT_EQ(finding.patch->edits[0].number, 0U);
  EXPECT_EQ(finding.patch->edits[1].number, 0U);
  EXPECT_EQ(finding.step->files.size(), 2U);
}

TEST(SitedPatch, NamesTheFilesWhereTheTotalIsAnother) {
  const Patch patch = patch_of(kThreePlaces);
  const PatchFinding few = found(patch, {{"ops/a.py", "call(1)\ncall(2)\n"}, {"ops/b.py", ""}});
  const PatchFinding many =
      found(patch, {{"ops/a.py", "call(1)\ncall(2)\n"}, {"ops/b.py", "call(3)\ncall(4)\n"}});

  EXPECT_EQ(few.state, State::drifted);
  EXPECT_EQ(first(few).message, "2 places in the 2 files that 'ops/*.py' catches, expected 3");
  ASSERT_EQ(first(few).notes.size(), 1U);
  EXPECT_EQ(first(few).notes[0].where.file, "ops/a.py");
  EXPECT_EQ(many.state, State::ambiguous);
  EXPECT_EQ(first(many).code, Code::anchor_ambiguous);
}

TEST(SitedPatch, ShowsTheNearestTextWhereNoFileHasAPlace) {
  const Patch patch = patch_of("- {file: '*.py', find: 'a = call(1)', replace: b = 1, count: 2}\n");
  const PatchFinding finding = found(patch, {{"a.py", "a = call(2)\n"}, {"b.py", "pass\n"}});

  EXPECT_EQ(first(finding).code, Code::anchor_not_found);
  ASSERT_FALSE(first(finding).notes.empty());
  EXPECT_EQ(first(finding).notes[0].where.file, "a.py");
}

TEST(SitedPatch, SkipsFilesWithoutTheScopeButNotThoseThatCannotTell) {
  const Patch patch =
      patch_of("- {file: '*.py', scope: f, find: a = 1, replace: a = 2, count: 1}\n");
  const PatchFinding fits =
      found(patch, {{"a.py", "def f():\n    a = 1\n"}, {"b.py", "def g():\n    a = 1\n"}});
  const PatchFinding doubtful =
      found(patch, {{"a.py", "def f():\n    a = 1\n"}, {"b.py", "def f(:\n    a = 1\n"}});

  EXPECT_TRUE(fits.step);
  EXPECT_FALSE(doubtful.step);
}

TEST(SitedPatch, IsPartialWhereOneFileIsDone) {
  const Patch patch = patch_of(kThreePlaces);
  const PatchFinding finding =
      found(patch, {{"ops/a.py", "call(1)\ncall(2)\n"}, {"ops/c.py", "launch(3)\n"}});

  EXPECT_EQ(finding.state, State::partial);
}

TEST(SitedPatch, GoesThereAndBack) {
  const Manifest manifest = manifest_of({kThreePlaces});
  const MemoryTree base{{"ops/a.py", "call(1)\ncall(2)\n"}, {"ops/c.py", "call(3)\n"}};
  const testing::Carried applied = testing::carry(testing::Way::apply, manifest, base, {});

  EXPECT_EQ(applied.tree.files().at("ops/a.py"), "launch(1)\nlaunch(2)\n");
  EXPECT_EQ(testing::states_of(manifest, applied.tree, applied.record),
            std::vector{State::applied});
  EXPECT_EQ(testing::states_of(manifest, applied.tree, {}), std::vector{State::unrecorded});
  const testing::Carried undone =
      testing::carry(testing::Way::revert, manifest, applied.tree, applied.record);
  EXPECT_TRUE(undone.tree == base);
}

TEST(OptionalEdit, IsLeftOutWhereNothingOfItIsThere) {
  const Patch patch = patch_of(
      "- {file: a.py, find: a = 1, replace: a = 2}\n"
      "- {file: b.py, find: b = 1, replace: b = 2, optional: newer bases have no b}\n");
  const PatchFinding finding = found(patch, {{"a.py", "a = 1\n"}});

  ASSERT_TRUE(finding.step);
  EXPECT_EQ(finding.step->files.size(), 1U);
  EXPECT_TRUE(finding.edits[1].left_out);
  ASSERT_EQ(finding.diagnostics.size(), 1U);
  EXPECT_EQ(first(finding).severity, Severity::warning);
  EXPECT_EQ(first(finding).message, "edit 1 is left out: 'b.py' is not in tree 't'");
  EXPECT_EQ(first(finding).notes[0].message, "it is optional: newer bases have no b");
}

TEST(OptionalEdit, IsMadeWhereItFitsAndRefusesWhereItIsInDoubt) {
  const Patch patch = patch_of(
      "- {file: a.py, find: a = 1, replace: a = 2}\n"
      "- {file: a.py, find: b = 1, replace: b = 2, optional: newer bases have no b}\n");
  const PatchFinding fits = found(patch, {{"a.py", "a = 1\nb = 1\n"}});
  const PatchFinding twice = found(patch, {{"a.py", "a = 1\nb = 1\nb = 1\n"}});
  const PatchFinding done = found(patch, {{"a.py", "a = 1\nb = 2\n"}});

  ASSERT_TRUE(fits.step);
  EXPECT_EQ(*fits.step->files.begin()->second.after.bytes, "a = 2\nb = 2\n");
  EXPECT_EQ(twice.state, State::ambiguous);
  EXPECT_EQ(done.state, State::partial);
}

TEST(OptionalEdit, IsNoExcuseForAPatchOfWhichNothingIsThere) {
  const Patch patch =
      patch_of("- {file: a.py, find: b = 1, replace: b = 2, optional: newer bases have no b}\n");
  const PatchFinding finding = found(patch, {{"a.py", "a = 1\n"}});

  EXPECT_EQ(finding.state, State::drifted);
  EXPECT_TRUE(has_error(finding.diagnostics));
}

TEST(OptionalEdit, WhoseAnchorStandsTooSeldomIsNotLeftOut) {
  const Patch patch = patch_of(
      "- {file: a.py, find: a = 1, replace: a = 2}\n"
      "- {file: a.py, find: b = 1, replace: b = 2, count: 2, optional: it goes}\n");

  EXPECT_EQ(found(patch, {{"a.py", "a = 1\nb = 1\n"}}).state, State::drifted);
}

}  // namespace
}  // namespace patcher
