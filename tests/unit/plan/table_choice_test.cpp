// SPDX-License-Identifier: MIT
// Rows of a table that change or go: which, to what, and back again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/plan/table_fixture.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;

const std::string kTable = "c/a_tuned.csv";
const std::string kOne = "gfx950,256,1,2048,3072,4.8\n";

std::string update(const std::string& where, const std::string& more) {
  return "  - table: " + kTable + "\n    update_where: " + where + "\n" + more + kFamily;
}

std::string taken_out(const std::string& where, const std::string& more = "") {
  return "  - table: " + kTable + "\n    delete_where: " + where + "\n" + more + kFamily;
}

MemoryTree tree_with(const std::string& bytes) {
  MemoryTree tree = family_tree();
  tree.write(kTable, bytes);
  return tree;
}

PatchFinding found(const MemoryTree& tree, const std::string& edit) {
  SourceCache cache;
  return find_patch(tables_manifest({edit}, {}).patches.front(), View(tree), cache);
}

Code code_of(const PatchFinding& finding) {
  return finding.diagnostics.empty() ? Code::internal : finding.diagnostics.front().code;
}

/// Applies and reverts `edit` on `tree`, and demands every byte back; the table in between.
std::string there_and_back(const MemoryTree& tree, const std::string& edit) {
  const Manifest manifest = tables_manifest({edit}, {});
  const Carried done = carry(Way::apply, manifest, tree, {});
  for (const Diagnostic& refusal : done.refusals) ADD_FAILURE() << refusal.message;
  EXPECT_EQ(states_of(manifest, done.tree, done.record), std::vector{State::applied});
  const Carried again = carry(Way::apply, manifest, done.tree, done.record);
  EXPECT_TRUE(again.tree == done.tree);
  EXPECT_TRUE(carry(Way::revert, manifest, done.tree, done.record).tree == tree);
  return done.tree.files().at(kTable);
}

TEST(UpdateWhere, ChangesTheCellsNamedAndNoOther) {
  EXPECT_EQ(there_and_back(family_tree(), update("{M: 1, N: 2048}", "    set: {us: \"4.10\"}\n")),
            kHeader + "gfx950,256,1,2048,3072,4.10\n");
  EXPECT_EQ(there_and_back(tree_with("\xef\xbb\xbfgfx,cu_num,M,N,K,us\r\n# x\r\n\r\n"
                                     "\"gfx950\",256,1.0,\"20\"\"48\",3072,\"4\n8\"\r\nx,1,2,3"),
                           update("{M: 1}", "    set: {K: \"3,0\"}\n")),
            "\xef\xbb\xbfgfx,cu_num,M,N,K,us\r\n# x\r\n\r\n"
            "\"gfx950\",256,1.0,\"20\"\"48\",\"3,0\",\"4\n8\"\r\nx,1,2,3");
}

TEST(UpdateWhere, ChangesSeveralCellsOfSeveralRows) {
  const MemoryTree tree = tree_with(kHeader + kOne + "gfx950,256,3,2048,3072,4.8");

  EXPECT_EQ(
      there_and_back(tree, update("{N: 2048}", "    set: {us: 5, cu_num: 80}\n    count: 2\n")),
      kHeader + "gfx950,80,1,2048,3072,5\ngfx950,80,3,2048,3072,5");
}

TEST(UpdateWhere, MayChangeTheKey) {
  EXPECT_EQ(there_and_back(family_tree(), update("{M: 1}", "    set: {M: 7}\n")),
            kHeader + "gfx950,256,7,2048,3072,4.8\n");
}

TEST(UpdateWhere, IsToldByItsBytesWhereItSaysWhatWas) {
  const MemoryTree done = tree_with(kHeader + "gfx950,256,1,2048,3072,5\n");
  const Manifest pinned =
      tables_manifest({update("{M: 1}", "    set: {us: 5}\n    was: {us: 4.8}\n")}, {});
  const Manifest open = tables_manifest({update("{M: 1}", "    set: {us: 5}\n")}, {});

  EXPECT_EQ(states_of(pinned, done, {}), std::vector{State::unrecorded});
  EXPECT_EQ(states_of(open, done, {}), std::vector{State::unrecorded});
  EXPECT_FALSE(carry(Way::adopt, pinned, done, {}).refused());
  EXPECT_TRUE(carry(Way::adopt, open, done, {}).refused());
}

TEST(UpdateWhere, RefusesACellThatIsNotWhatItWas) {
  const PatchFinding finding =
      found(family_tree(), update("{M: 1}", "    set: {us: 5}\n    was: {us: \"4.80\"}\n"));

  EXPECT_EQ(finding.state, State::drifted);
  ASSERT_EQ(code_of(finding), Code::content_differs);
  EXPECT_THAT(finding.diagnostics.front().message, HasSubstr("has us = 4.8, expected 4.80"));
  EXPECT_EQ(finding.diagnostics.front().notes.front().where.line, 2U);
}

TEST(UpdateWhere, MatchesExactlyTheCountSaid) {
  const MemoryTree tree = tree_with(kHeader + kOne + "gfx950,256,3,2048,3072,4.8\n");
  const std::string set = "    set: {us: 5}\n";
  const PatchFinding many = found(tree, update("{N: 2048}", set));

  EXPECT_EQ(many.state, State::ambiguous);
  EXPECT_EQ(code_of(many), Code::anchor_ambiguous);
  EXPECT_EQ(many.diagnostics.front().notes.size(), 2U);
  const PatchFinding few = found(tree, update("{N: 2048}", set + "    count: 3\n"));
  EXPECT_EQ(few.state, State::drifted);
  EXPECT_EQ(code_of(few), Code::row_missing);
  EXPECT_THAT(few.diagnostics.front().message, HasSubstr("2 of 3 rows"));
  EXPECT_EQ(code_of(found(tree, update("{M: 9}", set))), Code::row_missing);
}

TEST(UpdateWhere, IsPartialWhereSomeRowsHaveTheNewCells) {
  const PatchFinding finding = found(tree_with(kHeader + kOne + "gfx950,256,3,2048,3072,5\n"),
                                     update("{N: 2048}", "    set: {us: 5}\n    count: 2\n"));

  EXPECT_EQ(finding.state, State::partial);
  EXPECT_EQ(code_of(finding), Code::partly_applied);
}

TEST(UpdateWhere, RefusesColumnsThatTheTableOrTheRowHasNot) {
  const MemoryTree tree = tree_with(kHeader + "gfx950,256,1,2048\n");

  EXPECT_EQ(code_of(found(tree, update("{x: 1}", "    set: {us: 5}\n"))), Code::column_unfit);
  EXPECT_EQ(code_of(found(tree, update("{M: 1}", "    set: {x: 5}\n"))), Code::column_unfit);
  const PatchFinding finding = found(tree, update("{M: 1}", "    set: {us: 5}\n"));
  EXPECT_EQ(code_of(finding), Code::column_unfit);
  EXPECT_EQ(finding.diagnostics.front().notes.front().where.line, 2U);
}

TEST(UpdateWhere, RefusesATableThatIsNotThere) {
  MemoryTree tree = family_tree();
  tree.remove(kTable);
  const PatchFinding finding = found(tree, update("{M: 1}", "    set: {us: 5}\n"));

  EXPECT_EQ(finding.state, State::missing);
  EXPECT_EQ(code_of(finding), Code::file_missing);
}

TEST(UpdateWhere, RefusesAKeyThatASiblingHas) {
  const PatchFinding finding = found(family_tree(), update("{M: 1}", "    set: {M: 2.0}\n"));

  ASSERT_EQ(code_of(finding), Code::row_duplicate);
  EXPECT_EQ(finding.diagnostics.front().notes.size(), 2U);
  EXPECT_EQ(finding.diagnostics.front().notes[0].lines.front().text,
            "gfx950,256,2.0,2048,3072,4.8");
  EXPECT_EQ(finding.diagnostics.front().notes[1].where.file, "c/model/a_tuned_x.csv");
}

TEST(UpdateWhere, SaysWhatIsTheBasesFault) {
  const MemoryTree tree = tree_with(kHeader + kOne + "gfx950,256,2,2048,3072,1\n");
  const PatchFinding finding = found(tree, update("{M: 1}", "    set: {us: 5}\n"));

  ASSERT_EQ(code_of(finding), Code::table_broken);
  EXPECT_THAT(finding.diagnostics.front().message, HasSubstr("the base's own"));
}

TEST(UpdateWhere, SaysWhatAStrangerDidToTheRow) {
  const Manifest manifest = tables_manifest({update("{M: 1}", "    set: {us: 5}\n")}, {});
  Carried done = carry(Way::apply, manifest, family_tree(), {});
  done.tree.write(kTable, kHeader + "gfx950,256,1,2048,3072,6\n");

  const Carried again = carry(Way::apply, manifest, done.tree, done.record);
  ASSERT_TRUE(again.refused());
  EXPECT_EQ(again.refusals.front().code, Code::modified);
  EXPECT_THAT(again.refusals.front().notes.front().message, HasSubstr("not as it left them"));
}

TEST(UpdateWhere, IsGuardedWhereItIsAppliedToo) {
  const Manifest manifest = tables_manifest({update("{M: 1}", "    set: {M: 7}\n")}, {});
  Carried done = carry(Way::apply, manifest, family_tree(), {});
  done.tree.write("c/model/a_tuned_z.csv", kHeader + "gfx950,256,7,2048,3072,4\n");

  const Carried again = carry(Way::apply, manifest, done.tree, done.record);
  ASSERT_TRUE(again.refused());
  EXPECT_THAT(again.refusals,
              ::testing::Contains(::testing::Field(&Diagnostic::code, Code::row_duplicate)));
}

TEST(DeleteWhere, TakesRowsOut) {
  const MemoryTree tree = tree_with(kHeader + kOne + "\ngfx950,256,3,2048,3072,4.8");

  EXPECT_EQ(there_and_back(tree, taken_out("{M: 1}")), kHeader + "\ngfx950,256,3,2048,3072,4.8");
  EXPECT_EQ(there_and_back(tree, taken_out("{M: 3.0}")),
            kHeader + kOne.substr(0, kOne.size() - 1) + "\n");
  EXPECT_EQ(there_and_back(tree, taken_out("{N: 2048}", "    count: 2\n")).find("gfx950"),
            std::string::npos);
}

TEST(DeleteWhere, MatchesExactlyTheCountSaid) {
  const MemoryTree tree = tree_with(kHeader + kOne + "gfx950,256,3,2048,3072,4.8\n");

  EXPECT_EQ(found(tree, taken_out("{N: 2048}")).state, State::ambiguous);
  EXPECT_EQ(found(tree, taken_out("{N: 2048}", "    count: 3\n")).state, State::drifted);
  EXPECT_EQ(code_of(found(tree, taken_out("{M: 9}"))), Code::row_missing);
}

TEST(DeleteWhere, MendsABaseThatHasARowTwice) {
  const MemoryTree tree = tree_with(kHeader + kOne + "gfx950,256,2,2048,3072,7\n");

  EXPECT_EQ(there_and_back(tree, taken_out("{M: 2}")), kHeader + kOne);
  EXPECT_EQ(code_of(found(tree, taken_out("{M: 1}"))), Code::table_broken);
}

TEST(DeleteWhere, RefusesWhatMakesTwoKeysOne) {
  const MemoryTree tree = tree_with(kHeader + "g,1,1,1,1,5\ng,1,1.0,1,1,5\ng,1,x,1,1,5\n");
  const PatchFinding finding = found(tree, taken_out("{M: x}"));

  EXPECT_EQ(code_of(finding), Code::row_duplicate);
  EXPECT_EQ(finding.diagnostics.front().notes[1].where.line, 3U);
}

TEST(ChosenRows, OverlapWithAnotherEditOfTheRow) {
  const std::string both = update("{M: 1}", "    set: {us: 5}\n") + taken_out("{M: 1}");

  EXPECT_EQ(code_of(found(family_tree(), both)), Code::edits_overlap);
}

TEST(ChosenRows, StackOnRowsOfAnEarlierPatch) {
  const Manifest manifest =
      tables_manifest({rows_edit(kTable), update("{M: 9}", "    set: {us: 5}\n")},
                      {{"rows.csv", kHeader + "gfx950,256,9,1,1,4\n"}});
  const Carried done = carry(Way::apply, manifest, family_tree(), {});

  EXPECT_EQ(done.tree.files().at(kTable), kHeader + kOne + "gfx950,256,9,1,1,5\n");
  EXPECT_EQ(states_of(manifest, done.tree, done.record), std::vector(2, State::applied));
  EXPECT_TRUE(carry(Way::revert, manifest, done.tree, done.record).tree == family_tree());
}

}  // namespace
}  // namespace patcher::testing
