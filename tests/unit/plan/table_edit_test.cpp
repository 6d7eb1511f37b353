// SPDX-License-Identifier: MIT
// Rows that are added to a table: where they go, what they are, and back again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/plan/table_fixture.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;

const std::string kRow = "gfx950,304,2,2048,3072,4.1";
const std::string kRows = kHeader + kRow + "\n";
const std::string kTable = "c/a_tuned.csv";

/// `family_tree` with other bytes in its first table.
MemoryTree tree_with(const std::string& bytes) {
  MemoryTree tree = family_tree();
  tree.write(kTable, bytes);
  return tree;
}

/// Applies and reverts `rows` on `tree`, and demands every byte back; the table in between.
std::string there_and_back(const MemoryTree& tree, const std::string& rows,
                           const std::string& more = "", const std::string& table = kTable) {
  const Manifest manifest = tables_manifest({rows_edit(table, more)}, {{"rows.csv", rows}});
  const Carried done = carry(Way::apply, manifest, tree, {});
  for (const Diagnostic& refusal : done.refusals) ADD_FAILURE() << refusal.message;
  EXPECT_EQ(states_of(manifest, done.tree, done.record), std::vector{State::applied});
  EXPECT_EQ(states_of(manifest, done.tree, {}), std::vector{State::unrecorded});
  const Carried undone = carry(Way::revert, manifest, done.tree, done.record);
  EXPECT_TRUE(undone.tree == tree);
  return done.tree.files().at(table);
}

TEST(TableEdit, AddsRowsAtTheEnd) {
  EXPECT_EQ(there_and_back(family_tree(), kRows),
            kHeader + "gfx950,256,1,2048,3072,4.8\n" + kRow + "\n");
}

TEST(TableEdit, KeepsAMissingFinalNewlineAndOtherEndings) {
  EXPECT_EQ(there_and_back(tree_with(kHeader + "gfx950,256,1,1,1,1"), kRows),
            kHeader + "gfx950,256,1,1,1,1\n" + kRow);
  EXPECT_EQ(there_and_back(tree_with("gfx,cu_num,M,N,K,us\r\ngfx950,256,1,1,1,1\r\n"), kRows),
            "gfx,cu_num,M,N,K,us\r\ngfx950,256,1,1,1,1\r\n" + kRow + "\r\n");
  EXPECT_EQ(there_and_back(tree_with("gfx,cu_num,M,N,K,us\r\ngfx950,256,1,1,1,1"), kRows),
            "gfx,cu_num,M,N,K,us\r\ngfx950,256,1,1,1,1\r\n" + kRow);
}

TEST(TableEdit, KeepsEveryOtherByte) {
  const std::string table =
      "\xef\xbb\xbfgfx,cu_num,M,N,K,us\n\"gfx950\",256,1,1,1,\"a\nb \"\"c\"\"\"\n# note\n\n"
      "gfx950,256,7,1\n";

  EXPECT_EQ(there_and_back(tree_with(table), kRows), table + kRow + "\n");
}

TEST(TableEdit, AddsRowsToATableWithAHeaderOnly) {
  EXPECT_EQ(made(added(tree_with(kHeader), kRows)), kRows);
  EXPECT_EQ(made(added(tree_with("gfx,cu_num,M,N,K,us"), kRows)), kHeader + kRow);
}

TEST(TableEdit, RevertsToATableWithAHeaderOnly) {
  const Manifest manifest = tables_manifest({rows_edit(kTable)}, {{"rows.csv", kRows}});
  const Carried done = carry(Way::apply, manifest, tree_with(kHeader), {});
  const Carried undone = carry(Way::revert, manifest, done.tree, done.record);

  EXPECT_FALSE(done.refused());
  EXPECT_TRUE(undone.tree == tree_with(kHeader));
}

TEST(TableEdit, MakesATableThatIsNotThere) {
  const std::string table = "c/model/new_a_tuned.csv";

  EXPECT_EQ(there_and_back(family_tree(), kRows, "", table), kRows);
  EXPECT_EQ(there_and_back(family_tree(), kHeader + kRow, "", table), kRows);
}

TEST(TableEdit, WritesCellsInTheOrderOfTheTable) {
  const std::string rows = "us,K,N,M,cu_num,gfx\n4.10,3072,2048,\"2\",304,gfx950\n";

  EXPECT_EQ(there_and_back(family_tree(), rows),
            kHeader + "gfx950,256,1,2048,3072,4.8\ngfx950,304,\"2\",2048,3072,4.10\n");
}

TEST(TableEdit, FillsColumnsThatUpstreamHasAdded) {
  const MemoryTree tree = tree_with("gfx,cu_num,M,N,K,us,note\ngfx950,256,1,1,1,1,x\n");

  EXPECT_EQ(there_and_back(tree, kRows, "    default: {note: \"a,b\"}\n"),
            "gfx,cu_num,M,N,K,us,note\ngfx950,256,1,1,1,1,x\n" + kRow + ",\"a,b\"\n");
  EXPECT_EQ(there_and_back(family_tree(), kRows, "    default: {note: \"a,b\"}\n"),
            kHeader + "gfx950,256,1,2048,3072,4.8\n" + kRow + "\n");
}

TEST(TableEdit, PutsRowsWhereTheyAreToGo) {
  const MemoryTree tree =
      tree_with(kHeader + "gfx950,256,1,1,1,1\ngfx950,256,2,1,1,1\ngfx950,256,3,1,1,1");

  EXPECT_THAT(there_and_back(tree, kRows, "    position: start\n"),
              HasSubstr("us\n" + kRow + "\ngfx950,256,1,"));
  EXPECT_THAT(there_and_back(tree, kRows, "    position: {after: {M: 2, gfx: gfx950}}\n"),
              HasSubstr("256,2,1,1,1\n" + kRow + "\ngfx950,256,3,"));
  EXPECT_THAT(there_and_back(tree, kRows, "    position: {before: {M: 2.0}}\n"),
              HasSubstr("256,1,1,1,1\n" + kRow + "\ngfx950,256,2,"));
  EXPECT_THAT(there_and_back(tree, kRows, "    position: {after: {M: 3}}\n"),
              HasSubstr("256,3,1,1,1\n" + kRow));
}

TEST(TableEdit, RefusesAPositionThatIsNotOneRow) {
  const auto at = [](const std::string& row) {
    return added(tree_with(kHeader + "gfx950,256,1,1,1,1\ngfx950,256,2,1,1,1\n"), kRows,
                 rows_edit(kTable, "    position: {after: " + row + "}\n"));
  };

  EXPECT_EQ(at("{M: 9}").diagnostics.front().code, Code::row_missing);
  EXPECT_EQ(at("{M: 9}").state, State::drifted);
  EXPECT_EQ(at("{none: 9}").diagnostics.front().code, Code::row_missing);
  EXPECT_EQ(at("{N: 1}").diagnostics.front().code, Code::anchor_ambiguous);
  EXPECT_EQ(at("{N: 1}").diagnostics.front().notes.size(), 2U);
}

TEST(TableEdit, RefusesAPositionInATableThatIsNotThere) {
  const PatchFinding finding =
      added(family_tree(), kRows,
            rows_edit("c/model/new_a_tuned.csv", "    position: {after: {M: 1}}\n"));

  EXPECT_EQ(finding.state, State::missing);
  EXPECT_EQ(finding.diagnostics.front().code, Code::file_missing);
}

TEST(TableEdit, IsPartialWhereSomeRowsAreThere) {
  const PatchFinding finding =
      added(tree_with(kHeader + kRow + "\n"), kHeader + kRow + "\ngfx950,304,3,2048,3072,4.1\n");

  EXPECT_EQ(finding.state, State::partial);
  EXPECT_EQ(finding.diagnostics.front().code, Code::partly_applied);
}

TEST(TableEdit, StacksRowsOfALaterPatchBehindThoseOfAnEarlierOne) {
  const Manifest manifest = tables_manifest(
      {rows_edit(kTable, "    position: start\n"),
       "  - table: c/a_tuned.csv\n    rows: more.csv\n    position: start\n" + kFamily},
      {{"rows.csv", kRows}, {"more.csv", kHeader + "gfx950,80,2,2048,3072,4.1\n"}});
  const Carried done = carry(Way::apply, manifest, family_tree(), {});
  const Carried undone = carry(Way::revert, manifest, done.tree, done.record);
  const Carried lower = carry(Way::revert, manifest, done.tree, done.record, {"p1"});

  EXPECT_THAT(done.tree.files().at(kTable),
              HasSubstr("us\n" + kRow + "\ngfx950,80,2,2048,3072,4.1\ngfx950,256,1,"));
  EXPECT_EQ(states_of(manifest, done.tree, done.record), std::vector(2, State::applied));
  EXPECT_TRUE(undone.tree == family_tree());
  EXPECT_THAT(lower.tree.files().at(kTable), HasSubstr("us\ngfx950,80,2,"));
}

TEST(TableEdit, RefusesTwoEditsAtOnePlace) {
  const Manifest manifest = tables_manifest(
      {rows_edit(kTable) + "  - table: c/a_tuned.csv\n    rows: more.csv\n" + kFamily},
      {{"rows.csv", kRows}, {"more.csv", kHeader + "gfx950,80,2,2048,3072,4.1\n"}});

  EXPECT_EQ(carry(Way::apply, manifest, family_tree(), {}).refusals.front().code,
            Code::edits_overlap);
}

TEST(TableEdit, SaysWhichRowIsGone) {
  const Manifest manifest = tables_manifest({rows_edit(kTable)}, {{"rows.csv", kRows}});
  Carried done = carry(Way::apply, manifest, family_tree(), {});
  done.tree.write(kTable, kHeader + "gfx950,256,1,2048,3072,4.8\ngfx950,304,2,2048,3072,5\n");

  const Carried again = carry(Way::apply, manifest, done.tree, done.record);
  ASSERT_TRUE(again.refused());
  EXPECT_EQ(again.refusals.front().code, Code::modified);
  EXPECT_THAT(again.refusals.front().notes.front().message, HasSubstr("not there any more"));
}

}  // namespace
}  // namespace patcher::testing
