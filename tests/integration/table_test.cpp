// SPDX-License-Identifier: MIT
// Rows of tables that are merged where they are read: nothing may stand in two of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kHeader = "gfx,cu_num,M,N,K,us\n";
const std::string kBase = kHeader + "gfx950,256,1,2048,3072,4.8\n";
const std::string kEdit =
    "  - table: a_tuned.csv\n    rows: rows.csv\n"
    "    key: {header_of: a_untuned.csv, plus: [gfx, cu_num]}\n"
    "    family: [\"*_tuned*.csv\", \"model/*_tuned*.csv\"]\n";

/// A set of one patch that adds `row` to a family of two tables.
Files tables(const std::string& row, const std::string& base = kBase) {
  return {{"m.yaml", manifest_text({"p.yaml"})},
          {"p.yaml", patch_text("p", kEdit)},
          {"rows.csv", kHeader + row + "\n"},
          {"tree/a_tuned.csv", base},
          {"tree/model/a_tuned_x.csv", kHeader + "gfx950,256,2,2048,3072,4.9\n"},
          {"tree/a_untuned.csv", "M,N,K\n"}};
}

RunResult refused(const Sandbox& box, int exit, const std::string& command = "apply m.yaml") {
  const Snapshot before = box.snapshot();
  RunResult result = box.run(command);
  EXPECT_EQ(result.exit, exit) << result.text();
  EXPECT_EQ(box.snapshot(), before);
  return result;
}

TEST(TableRows, RefuseAClashWithASiblingAndShowBothRows) {
  const Sandbox box(tables("gfx950,256,2,2048,3072,4.1"));

  const std::string told = refused(box, 1).err;
  EXPECT_THAT(told, HasSubstr("[row-duplicate]"));
  EXPECT_THAT(told, HasSubstr("rows.csv:2:1"));
  EXPECT_THAT(told, HasSubstr("gfx950,256,2,2048,3072,4.1"));
  EXPECT_THAT(told, HasSubstr("model/a_tuned_x.csv:2:1"));
  EXPECT_THAT(told, HasSubstr("gfx950,256,2,2048,3072,4.9"));
}

TEST(TableRows, ApplyAndRevertByteExactly) {
  const Sandbox box(tables("gfx950,304,2,2048,3072,4.1"));

  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/a_tuned.csv"), kBase + "gfx950,304,2,2048,3072,4.1\n");
  const Snapshot done = box.snapshot();
  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.run("status m.yaml --require applied").exit, 0);
  EXPECT_EQ(box.snapshot(), done);
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/a_tuned.csv"), kBase);
}

TEST(TableRows, RefuseARowOfAnotherWidth) {
  const Sandbox narrow(tables("gfx950,304,2,2048,3072"));
  const Sandbox wide(tables("gfx950,304,2,2048,3072,4.1,7"));

  EXPECT_THAT(refused(narrow, 2).err, HasSubstr("has 5 cells, its header has 6"));
  EXPECT_THAT(refused(wide, 2).err, HasSubstr("rows.csv:2:1"));
}

TEST(TableRows, SayThatTheBaseIsBrokenWhereItIs) {
  const Sandbox box(tables("gfx950,304,2,2048,3072,4.1", kBase + "gfx950,256,1.0,2048,3072,4.7\n"));

  const std::string told = refused(box, 1).err;
  EXPECT_THAT(told, HasSubstr("[table-broken]"));
  EXPECT_THAT(told, HasSubstr("the base's own table 'a_tuned.csv'"));
  EXPECT_THAT(told, Not(HasSubstr("[row-duplicate]")));
}

TEST(TableRows, MakeANewTableAndTakeItAwayAgain) {
  Files files = tables("gfx950,304,2,2048,3072,4.1");
  files["p.yaml"] =
      patch_text("p", "  - table: model/glm_a_tuned.csv\n" + kEdit.substr(kEdit.find("    rows")));
  const Sandbox box(files);

  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/model/glm_a_tuned.csv"), kHeader + "gfx950,304,2,2048,3072,4.1\n");
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  EXPECT_FALSE(box.exists("tree/model/glm_a_tuned.csv"));
}

TEST(TableRows, AreHeldToTheLockWithAllThatGuardsThem) {
  const Sandbox box(tables("gfx950,304,2,2048,3072,4.1"));
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);
  const std::string lock = box.read("m.lock.yaml");

  EXPECT_THAT(lock, HasSubstr("model/a_tuned_x.csv: 100644"));
  EXPECT_THAT(lock, HasSubstr("\"model/*_tuned*.csv\":"));
  EXPECT_THAT(lock, HasSubstr("a_untuned.csv"));
  EXPECT_EQ(box.run("apply m.yaml --locked").exit, 0);
  EXPECT_EQ(box.run("status m.yaml --locked --require applied").exit, 0);
  EXPECT_EQ(box.run("lock m.yaml --check").exit, 0);
}

TEST(TableRows, AreRefusedUnderALockWhereANewSiblingCame) {
  const Sandbox box(tables("gfx950,304,2,2048,3072,4.1"));
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);
  box.write("tree/model/c_tuned.csv", kHeader + "gfx950,80,2,2048,3072,4.9\n");

  EXPECT_THAT(refused(box, 1, "apply m.yaml --locked").err, HasSubstr("[lock-drift]"));
}

TEST(TableRows, AreGuardedUnderALockToo) {
  const Sandbox box(tables("gfx950,304,2,2048,3072,4.1"));
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);
  box.write("tree/model/a_tuned_x.csv", kHeader + "gfx950,304,2.0,2048,3072,4.9\n");

  EXPECT_THAT(refused(box, 1, "apply m.yaml --locked").err, HasSubstr("[row-duplicate]"));
}

TEST(TableRows, AreShownWithTheirKeyAndFamily) {
  const Sandbox box(tables("gfx950,304,2,2048,3072,4.1"));

  const RunResult human = box.run("show m.yaml p");
  EXPECT_THAT(human.out, HasSubstr("key: the header of a_untuned.csv, gfx, cu_num"));
  EXPECT_THAT(human.out, HasSubstr("gfx950,304,2,2048,3072,4.1"));
  const RunResult json = box.run("show m.yaml p --format json");
  EXPECT_THAT(json.out, HasSubstr("\"header_of\""));
}

/// The set of `tables` with an edit that does `what` to rows that are there.
Files changing(const std::string& what) {
  Files files = tables("gfx950,304,2,2048,3072,4.1");
  files["p.yaml"] =
      patch_text("p", "  - table: a_tuned.csv\n" + what + kEdit.substr(kEdit.find("    key")));
  return files;
}

TEST(ChosenRows, ChangeAndComeBackByteExactly) {
  const Sandbox box(changing("    update_where: {M: 1}\n    set: {us: \"4.10\"}\n"));

  EXPECT_THAT(box.run("diff m.yaml").out, HasSubstr("+gfx950,256,1,2048,3072,4.10"));
  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/a_tuned.csv"), kHeader + "gfx950,256,1,2048,3072,4.10\n");
  EXPECT_EQ(box.run("status m.yaml --require applied").exit, 0);
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/a_tuned.csv"), kBase);
}

TEST(ChosenRows, GoAndComeBackByteExactly) {
  const Sandbox box(changing("    delete_where: {M: 1.0}\n"));

  EXPECT_EQ(box.run("verify m.yaml --drill").exit, 0);
  EXPECT_EQ(box.run("apply m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/a_tuned.csv"), kHeader);
  EXPECT_EQ(box.run("status m.yaml --require applied").exit, 0);
  EXPECT_EQ(box.run("revert m.yaml").exit, 0);
  EXPECT_EQ(box.read("tree/a_tuned.csv"), kBase);
}

TEST(ChosenRows, AreRefusedWithThePlaceOfEachRow) {
  const Sandbox box(changing("    update_where: {N: 2048}\n    set: {M: 2}\n    count: 1\n"));
  const Sandbox none(changing("    delete_where: {M: 5}\n"));

  const std::string told = refused(box, 1).err;
  EXPECT_THAT(told, HasSubstr("[row-duplicate]"));
  EXPECT_THAT(told, HasSubstr("a_tuned.csv:2:1"));
  EXPECT_THAT(told, HasSubstr("model/a_tuned_x.csv:2:1"));
  EXPECT_THAT(refused(none, 1).err, HasSubstr("no row of 'a_tuned.csv' has M = 5"));
}

TEST(ChosenRows, AreHeldToTheLockAndShown) {
  const Sandbox box(changing("    update_where: {M: 1}\n    set: {us: 5}\n    was: {us: 4.8}\n"));
  ASSERT_EQ(box.run("lock m.yaml").exit, 0);

  EXPECT_EQ(box.run("apply m.yaml --locked").exit, 0);
  EXPECT_EQ(box.run("status m.yaml --locked --require applied").exit, 0);
  EXPECT_THAT(box.run("show m.yaml p").out, HasSubstr("was: us = 4.8"));
  EXPECT_THAT(box.run("show m.yaml p --format json").out, HasSubstr("\"update_where\""));
}

Files aiter_tree(const std::string& more) {
  return {{"tree/aiter/jit/core.py", "x = self.get_config_file(\"ENV\", PATH, \"a_tuned\")\n"},
          {"tree/aiter/configs/a_untuned.csv", "M,N,K\n"},
          {"tree/aiter/configs/a_tuned.csv", kBase},
          {"tree/aiter/configs/model_configs/x_a_tuned.csv", kHeader + more}};
}

TEST(LintTables, ReportsOnEveryFamily) {
  const Sandbox box(aiter_tree("gfx950,256,2,2048,3072,4.9\n"));

  const RunResult told = box.run("lint --tables tree");
  EXPECT_EQ(told.exit, 0) << told.text();
  EXPECT_THAT(told.out, HasSubstr("a_tuned       2       2"));
  EXPECT_THAT(told.out, HasSubstr("M,N,K,cu_num,gfx"));
  EXPECT_THAT(told.out, HasSubstr("tree: 1 family, 2 tables, 2 rows; no fault found"));
  EXPECT_THAT(box.run("lint --tables tree --format json").out, HasSubstr("\"across\": 0"));
}

TEST(LintTables, FailsWhereTheReaderWould) {
  const Sandbox box(aiter_tree("gfx950,256,1.0,2048,3072,4.9\n"));

  const RunResult told = box.run("lint --tables tree");
  EXPECT_EQ(told.exit, 1) << told.text();
  EXPECT_THAT(told.err, HasSubstr("[table-broken]"));
  EXPECT_THAT(told.err, HasSubstr("model_configs/x_a_tuned.csv:2:1"));
}

TEST(LintTables, RefusesAFolderThatIsNoAiterTree) {
  const Sandbox box(Files{{"tree/x", ""}});

  EXPECT_EQ(box.run("lint --tables tree").exit, 1);
  EXPECT_EQ(box.run("lint --tables none").exit, 3);
  EXPECT_EQ(box.run("lint --tables tree m.yaml").exit, 2);
  EXPECT_EQ(box.run("lint").exit, 2);
}

}  // namespace
}  // namespace patcher::testing
