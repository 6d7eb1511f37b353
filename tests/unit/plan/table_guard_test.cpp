// SPDX-License-Identifier: MIT
// What keeps a family of tables free of two rows of one key.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/plan/table_fixture.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;

const std::string kSibling = "c/model/a_tuned_x.csv";

Code code_of(const PatchFinding& finding) {
  return finding.diagnostics.empty() ? Code::internal : finding.diagnostics.front().code;
}

std::string message_of(const PatchFinding& finding) {
  return finding.diagnostics.empty() ? "" : finding.diagnostics.front().message;
}

MemoryTree tree_with(const std::string& path, const std::string& bytes) {
  MemoryTree tree = family_tree();
  tree.write(path, bytes);
  return tree;
}

TEST(TableGuard, RefusesARowThatASiblingHas) {
  const PatchFinding finding = added(family_tree(), kHeader + "gfx950,256,2,2048,3072,4.1\n");

  ASSERT_EQ(code_of(finding), Code::row_duplicate);
  const Diagnostic& clash = finding.diagnostics.front();
  EXPECT_EQ(finding.state, State::drifted);
  EXPECT_EQ(clash.target.file, kSibling);
  EXPECT_EQ(clash.target.line, 2U);
  ASSERT_EQ(clash.notes.size(), 2U);
  EXPECT_EQ(clash.notes[0].where.file, "rows.csv");
  EXPECT_EQ(clash.notes[0].lines.front().text, "gfx950,256,2,2048,3072,4.1");
  EXPECT_EQ(clash.notes[1].lines.front().text, "gfx950,256,2,2048,3072,4.9");
}

TEST(TableGuard, ComparesNumbersByTheirValue) {
  EXPECT_EQ(code_of(added(family_tree(), kHeader + "gfx950,256,2.0,2048,3072,4.1\n")),
            Code::row_duplicate);
  EXPECT_EQ(code_of(added(family_tree(), kHeader + "gfx950, 256,+2,2.048e3,03072,4.1\n")),
            Code::row_duplicate);
}

TEST(TableGuard, ComparesTextAsItIsWhereAColumnIsText) {
  const MemoryTree tree =
      tree_with(kSibling, kHeader + "gfx950,256,2,2048,3072,1\ngfx950,256,x,1,1,1\n");

  EXPECT_EQ(added(tree, kHeader + "gfx950,256,2,2048,3072,4.1\n").state, State::pristine);
}

TEST(TableGuard, FillsInTheArchitectureThatATableLacks) {
  const MemoryTree tree = tree_with(kSibling, "cu_num,M,N,K,us\n256,2,2048,3072,4.9\n");

  EXPECT_EQ(code_of(added(tree, kHeader + "gfx950,256,2,2048,3072,4.1\n")), Code::row_duplicate);
  EXPECT_EQ(added(tree, kHeader + "gfx942,256,2,2048,3072,4.1\n").state, State::pristine);
}

TEST(TableGuard, RefusesTwoRowsOfThePayload) {
  const PatchFinding finding =
      added(family_tree(), kHeader + "gfx950,304,2,1,1,4.1\ngfx950,304,2.0,1,1,4.2\n");

  ASSERT_EQ(code_of(finding), Code::row_duplicate);
  EXPECT_EQ(finding.diagnostics.front().notes[0].where.line, 2U);
  EXPECT_EQ(finding.diagnostics.front().notes[1].where.line, 3U);
}

TEST(TableGuard, SaysThatABrokenBaseIsNotThePatch) {
  const MemoryTree tree = tree_with(kSibling, kHeader + "gfx950,256,1.0,2048,3072,5\n");
  const PatchFinding finding = added(tree, kHeader + "gfx950,304,2,1,1,4.1\n");

  ASSERT_EQ(code_of(finding), Code::table_broken);
  EXPECT_THAT(message_of(finding), HasSubstr("the base's own"));
  ASSERT_EQ(finding.diagnostics.front().notes.size(), 2U);
  EXPECT_EQ(finding.diagnostics.front().notes[0].where.file, "c/a_tuned.csv");
  EXPECT_EQ(finding.diagnostics.front().notes[1].where.file, kSibling);
}

TEST(TableGuard, OnlyWarnsOfALoneTableThatIsNeverMerged) {
  MemoryTree tree = tree_with("c/a_tuned.csv", kHeader + "g,1,1,1,1,1\ng,1,1,1,1,2\n");
  tree.remove(kSibling);

  const PatchFinding finding = added(tree, kHeader + "gfx950,304,2,1,1,4.1\n");
  EXPECT_EQ(finding.state, State::pristine);
  ASSERT_EQ(code_of(finding), Code::table_broken);
  EXPECT_EQ(finding.diagnostics.front().severity, Severity::warning);
  EXPECT_EQ(added(tree, kHeader + "gfx950,304,2,1,1,4.1\n", rows_edit("c/model/a_tuned.csv"))
                .diagnostics.front()
                .severity,
            Severity::error);
}

TEST(TableGuard, RefusesABaseThatItsReaderCannotRead) {
  const std::string rows = kHeader + "gfx950,304,2,1,1,4.1\n";

  for (const std::string& bytes :
       {kHeader + "gfx950,256,2,2048,3072,4.9,1\n", std::string(), kHeader + "\"gfx950,1\n",
        kHeader + "gfx\xff,256,2,2048,3072,4.9\n", std::string("gfx,M,M\n")}) {
    EXPECT_EQ(code_of(added(tree_with(kSibling, bytes), rows)), Code::table_broken) << bytes;
  }
}

TEST(TableGuard, AllowsShortRowsAsTheReaderDoes) {
  EXPECT_EQ(added(tree_with(kSibling, kHeader + "gfx950,256,2,2048,3072\n"),
                  kHeader + "gfx950,304,2,1,1,4.1\n")
                .state,
            State::pristine);
}

TEST(TableGuard, RefusesColumnsThatTheTableHasNot) {
  const PatchFinding unknown =
      added(family_tree(), "gfx,cu_num,M,N,K,us,x\ngfx950,304,2,1,1,4.1,1\n");
  const PatchFinding missing = added(family_tree(), "gfx,cu_num,M,N,K\ngfx950,304,2,1,1\n");

  EXPECT_EQ(code_of(unknown), Code::column_unfit);
  EXPECT_THAT(message_of(unknown), HasSubstr("'x'"));
  EXPECT_EQ(code_of(missing), Code::column_unfit);
  EXPECT_THAT(message_of(missing), HasSubstr("'us'"));
}

TEST(TableGuard, RefusesANewTableUnlikeItsFamily) {
  const PatchFinding finding = added(family_tree(), "gfx,cu_num,M,N,K\ngfx950,304,2,1,1\n",
                                     rows_edit("c/model/a_tuned_y.csv"));

  EXPECT_EQ(code_of(finding), Code::column_unfit);
  EXPECT_THAT(message_of(finding), HasSubstr("differs from those of its family"));
}

TEST(TableGuard, RefusesAKeyThatIsNotThere) {
  MemoryTree without = family_tree();
  without.remove("c/a_untuned.csv");
  const std::string rows = kHeader + "gfx950,304,2,1,1,4.1\n";
  const std::string named =
      "  - table: c/a_tuned.csv\n    rows: rows.csv\n    key: {columns: [M, X]}\n"
      "    family: [c/a_tuned.csv]\n";

  EXPECT_EQ(code_of(added(without, rows)), Code::key_unfit);
  EXPECT_EQ(code_of(added(family_tree(), rows, named)), Code::key_unfit);
}

TEST(TableGuard, LeavesHeaderColumnsOutThatNoTableHas) {
  const MemoryTree tree = tree_with("c/a_untuned.csv", "M,N,K,tuning_only\n");

  EXPECT_EQ(code_of(added(tree, kHeader + "gfx950,256,2,2048,3072,4.1\n")), Code::row_duplicate);
}

TEST(TableGuard, LooksOnlyWhereTheReaderLooks) {
  MemoryTree tree = family_tree();
  tree.write("c/model/a_untuned_a_tuned.csv", kHeader + "gfx950,304,2,1,1,4.1\n");
  tree.write("c/model/old/a_tuned.csv", kHeader + "gfx950,304,2,1,1,4.1\n");

  EXPECT_EQ(added(tree, kHeader + "gfx950,304,2,1,1,4.1\n").state, State::pristine);
}

TEST(TableGuard, HoldsTheEditsOfOnePatchAgainstEachOther) {
  const Manifest manifest =
      tables_manifest({rows_edit("c/a_tuned.csv") +
                       "  - table: c/model/a_tuned_y.csv\n    rows: more.csv\n" + kFamily},
                      {{"rows.csv", kHeader + "gfx950,304,2,1,1,4.1\n"},
                       {"more.csv", kHeader + "gfx950,304,2.0,1,1,4\n"}});
  const Carried done = carry(Way::apply, manifest, family_tree(), {});

  ASSERT_TRUE(done.refused());
  EXPECT_EQ(done.refusals.front().code, Code::row_duplicate);
  EXPECT_TRUE(done.tree == family_tree());
}

TEST(TableGuard, HoldsALaterPatchAgainstAnEarlierOne) {
  const Manifest manifest =
      tables_manifest({rows_edit("c/model/a_tuned_y.csv"),
                       "  - table: c/a_tuned.csv\n    rows: rows.csv\n" + kFamily},
                      {{"rows.csv", kHeader + "gfx950,304,2,1,1,4.1\n"}});

  EXPECT_EQ(carry(Way::apply, manifest, family_tree(), {}).refusals.front().code,
            Code::patch_conflict);
}

TEST(TableGuard, RunsWhereThePatchIsAppliedToo) {
  const Manifest manifest = tables_manifest({rows_edit("c/a_tuned.csv")},
                                            {{"rows.csv", kHeader + "gfx950,304,2,1,1,4.1\n"}});
  Carried done = carry(Way::apply, manifest, family_tree(), {});
  done.tree.write("c/model/a_tuned_z.csv", kHeader + "gfx950,304,2,1,1,4\n");

  const Carried again = carry(Way::apply, manifest, done.tree, done.record);
  ASSERT_TRUE(again.refused());
  EXPECT_EQ(again.states, std::vector{State::ambiguous});
  EXPECT_THAT(again.refusals,
              ::testing::Contains(::testing::Field(&Diagnostic::code, Code::row_duplicate)));
  EXPECT_TRUE(carry(Way::revert, manifest, done.tree, done.record).refused());
}

}  // namespace
}  // namespace patcher::testing
