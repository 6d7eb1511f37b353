// SPDX-License-Identifier: MIT
#include "patcher/manifest/table_edit.hpp"

#include <gtest/gtest.h>

#include "tests/unit/manifest/sample_files.hpp"

namespace patcher {
namespace {

const std::string kFamily =
    "    key: {header_of: c/u.csv, plus: [gfx]}\n    family: [c/t.csv, 'c/m/*t*.csv']\n";
const std::string kRows = "M,us\n1,2.5\n";

std::string rows_patch(const std::string& more = "", const std::string& table = "c/t.csv") {
  return patch_with("  - table: " + table + "\n    rows: x/r.csv\n" + kFamily + more);
}

Diagnostics found_with(const std::string& patch, const std::string& payload = kRows) {
  return findings_in("d/p.yaml", {{"d/p.yaml", patch}, {"d/x/r.csv", payload}});
}

TableEdit edit_from(const std::string& patch) {
  auto loaded = load_manifest("d/p.yaml", MemoryFiles({{"d/p.yaml", patch}, {"d/x/r.csv", kRows}}));
  return std::get<TableEdit>(loaded->manifest.patches[0].edits[0].what);
}

TEST(TableEdit, ReadsItsKeyFamilyAndPayload) {
  const TableEdit edit = edit_from(rows_patch());

  EXPECT_EQ(edit.file.str(), "c/t.csv");
  EXPECT_EQ(edit.change->key.header_of->str(), "c/u.csv");
  EXPECT_EQ(edit.change->key.columns, std::vector<std::string>{"gfx"});
  EXPECT_EQ(edit.change->family.size(), 2U);
  EXPECT_EQ(edit.change->payload, "d/x/r.csv");
  EXPECT_EQ(*edit.change->rows, kRows);
  EXPECT_EQ(edit.change->position.side, RowPosition::Side::end);
}

TEST(TableEdit, ReadsAPositionAndDefaults) {
  const TableEdit edit = edit_from(
      rows_patch("    position: {after: {M: 32, dtype: bf16}}\n    default: {note: ''}\n"));

  EXPECT_EQ(edit.change->position.side, RowPosition::Side::after);
  EXPECT_EQ(edit.change->position.row, (NamedCells{{"M", "32"}, {"dtype", "bf16"}}));
  EXPECT_EQ(edit.change->defaults, (NamedCells{{"note", ""}}));
  EXPECT_EQ(edit_from(rows_patch("    position: start\n")).change->position.side,
            RowPosition::Side::start);
}

TEST(TableEdit, ReadsAKeyOfNamedColumns) {
  const TableEdit edit = edit_from(
      patch_with("  - {table: t.csv, rows: x/r.csv, key: {columns: [M, N]}, family: [t.csv]}\n"));

  EXPECT_EQ(edit.change->key.columns, (std::vector<std::string>{"M", "N"}));
  EXPECT_FALSE(edit.change->key.header_of);
}

TEST(TableEdit, NamesAllThatItIsJudgedBy) {
  auto loaded =
      load_manifest("d/p.yaml", MemoryFiles({{"d/p.yaml", rows_patch()}, {"d/x/r.csv", kRows}}));
  const Patch& patch = loaded->manifest.patches[0];

  EXPECT_EQ(files_named_by(patch).size(), 2U);
  EXPECT_TRUE(files_named_by(patch).contains(*TreePath::parse("c/u.csv")));
  EXPECT_EQ(globs_of(patch), (std::set<std::string>{"c/m/*t*.csv"}));
  EXPECT_EQ(patch.payloads.front().file, "x/r.csv");
}

TEST(TableEdit, NeedsAKeyAndAFamily) {
  const Diagnostics found = found_with(patch_with("  - {table: t.csv, rows: x/r.csv}\n"));

  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].code, Code::invalid_manifest);
}

TEST(TableEdit, RefusesAKeyOfBothKinds) {
  EXPECT_EQ(only(found_with(patch_with("  - {table: t.csv, rows: x/r.csv, family: [t.csv], "
                                       "key: {columns: [M], header_of: u.csv}}\n")))
                .code,
            Code::invalid_manifest);
}

TEST(TableEdit, RefusesAnotherPosition) {
  EXPECT_EQ(only(found_with(rows_patch("    position: middle\n"))).code, Code::invalid_manifest);
}

TEST(TableEdit, RefusesATableThatItsReaderIgnores) {
  EXPECT_EQ(seen(only(found_with(rows_patch("", "c/m/x.csv")))), (Seen{Code::table_unread, 8, 12}));
  EXPECT_EQ(only(found_with(rows_patch("", "c/m/untuned_t.csv"))).code, Code::table_unread);
  EXPECT_EQ(only(found_with(rows_patch("", "c/m/more/t.csv"))).code, Code::table_unread);
  EXPECT_TRUE(found_with(rows_patch("", "c/m/my_t_2.csv")).empty());
}

TEST(TableEdit, RefusesARowOfAnotherWidthWithItsPlace) {
  const Diagnostic found = only(found_with(rows_patch(), "M,us\n1,2\n1,2,3\n"));

  EXPECT_EQ(seen(found), (Seen{Code::table_invalid, 9, 11}));
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_EQ(found.notes[0].where.file, "d/x/r.csv");
  EXPECT_EQ(found.notes[0].where.line, 3U);
  EXPECT_EQ(only(found_with(rows_patch(), "M,us\n1\n")).code, Code::table_invalid);
}

TEST(TableEdit, RefusesAPayloadThatIsNoTable) {
  EXPECT_EQ(only(found_with(rows_patch(), "")).code, Code::table_invalid);
  EXPECT_EQ(only(found_with(rows_patch(), "M,us\n")).code, Code::table_invalid);
  EXPECT_EQ(only(found_with(rows_patch(), "M,M\n1,2\n")).code, Code::table_invalid);
  EXPECT_EQ(only(found_with(rows_patch(), "M,us\n1,\"2\n")).code, Code::table_invalid);
  EXPECT_EQ(only(found_with(rows_patch(), "M,us\n1,\xff\n")).code, Code::table_invalid);
}

TEST(TableEdit, RefusesAPayloadThatIsNotThere) {
  EXPECT_EQ(only(findings_in("d/p.yaml", {{"d/p.yaml", rows_patch()}})).code, Code::usage);
}

TEST(TableEdit, RefusesADefaultForAColumnOfThePayload) {
  EXPECT_EQ(only(found_with(rows_patch("    default: {M: 1}\n"))).code, Code::table_invalid);
}

std::string chosen(const std::string& what) {
  return patch_with("  - table: c/t.csv\n" + kFamily + what);
}

TEST(TableEdit, ReadsWhichRowsItChanges) {
  const TableEdit edit = edit_from(
      chosen("    update_where: {M: 1}\n    set: {us: 2}\n    was: {us: 1}\n    count: 3\n"));

  ASSERT_TRUE(edit.change->chosen.has_value());
  EXPECT_EQ(edit.change->chosen->where, (NamedCells{{"M", "1"}}));
  EXPECT_EQ(edit.change->chosen->set, (NamedCells{{"us", "2"}}));
  EXPECT_EQ(edit.change->chosen->was, (NamedCells{{"us", "1"}}));
  EXPECT_EQ(edit.change->chosen->count, 3U);
  EXPECT_TRUE(is_undone_by_bytes(*edit.change));
  EXPECT_TRUE(edit_from(chosen("    delete_where: {M: 1}\n")).change->chosen->deletes());
}

TEST(TableEdit, RefusesChangesThatCannotBeMeant) {
  const auto code_of_chosen = [](const std::string& what) {
    return only(findings_in("d/p.yaml", {{"d/p.yaml", chosen(what)}})).code;
  };

  EXPECT_EQ(code_of_chosen("    update_where: {M: 1}\n    set: {us: 2}\n    was: {us: 2}\n"),
            Code::table_invalid);
  EXPECT_EQ(code_of_chosen("    update_where: {M: 1}\n    set: {us: 2}\n    was: {x: 2}\n"),
            Code::table_invalid);
  EXPECT_EQ(code_of_chosen("    update_where: {M: 1}\n"), Code::invalid_manifest);
  EXPECT_EQ(code_of_chosen("    update_where: {}\n    set: {us: 2}\n"), Code::invalid_manifest);
  EXPECT_EQ(code_of_chosen("    delete_where: {M: 1}\n    set: {us: 2}\n"), Code::unknown_key);
  EXPECT_EQ(code_of_chosen("    delete_where: {M: 1}\n    rows: x/r.csv\n"),
            Code::invalid_manifest);
}

TEST(TableEdit, RefusesPathsThatLeaveTheTree) {
  EXPECT_EQ(
      only(found_with(patch_with("  - {table: t.csv, rows: x/r.csv, family: [../t.csv, t.csv], "
                                 "key: {columns: [M]}}\n")))
          .code,
      Code::unsafe_path);
}

}  // namespace
}  // namespace patcher
