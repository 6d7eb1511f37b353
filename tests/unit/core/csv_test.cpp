// SPDX-License-Identifier: MIT
#include "patcher/core/csv.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace patcher {
namespace {

using Rows = std::vector<std::string>;

CsvTable table_of(std::string_view text) { return std::get<CsvTable>(CsvTable::read(text)); }
CsvFault fault_of(std::string_view text) { return std::get<CsvFault>(CsvTable::read(text)); }

Rows rows_of(std::string_view text) {
  const CsvTable table = table_of(text);
  Rows rows;
  for (const ByteRange row : table.rows()) {
    rows.emplace_back(text.substr(row.begin, row.size()));
  }
  return rows;
}

/// What the cells of the first row say.
Rows values_of(std::string_view text) {
  Rows values;
  std::string kept;
  for (const ByteRange cell : csv_cells(text, table_of(text).rows().front())) {
    values.emplace_back(csv_value(text.substr(cell.begin, cell.size()), kept));
  }
  return values;
}

TEST(CsvTable, HasItsHeaderAndRowsWithoutEndings) {
  const CsvTable table = table_of("a,b\n1,2\n3,4\n");

  EXPECT_EQ(table.header(), (Rows{"a", "b"}));
  EXPECT_EQ(rows_of("a,b\n1,2\n3,4\n"), (Rows{"1,2", "3,4"}));
  EXPECT_EQ(table.column("b"), 1U);
  EXPECT_EQ(table.column("c"), std::nullopt);
}

TEST(CsvTable, NeedsNoFinalNewline) { EXPECT_EQ(rows_of("a,b\n1,2\n3,4").back(), "3,4"); }

TEST(CsvTable, EndsRecordsAtEveryKindOfLineEnd) {
  EXPECT_EQ(rows_of("a\r\n1\r\n2\n3\r4"), (Rows{"1", "2", "3", "4"}));
}

TEST(CsvTable, KeepsAByteOrderMarkOutOfTheHeader) {
  const CsvTable table = table_of(
      "\xef\xbb\xbf"
      "a,b\n1,2\n");

  EXPECT_EQ(table.header().front(), "a");
  EXPECT_EQ(table.header_range().begin, 3U);
}

TEST(CsvTable, ReadsQuotedCellsOverSeveralLines) {
  EXPECT_EQ(rows_of("a,b\n1,\"x\ny,z\"\n2,w\n"), (Rows{"1,\"x\ny,z\"", "2,w"}));
  EXPECT_EQ(values_of("a,b\n1,\"x\ny,z\"\n"), (Rows{"1", "x\ny,z"}));
}

TEST(CsvTable, UndoublesQuotes) {
  EXPECT_EQ(values_of("a,b\n\"say \"\"go\"\"\",\"\"\n"), (Rows{"say \"go\"", ""}));
}

TEST(CsvTable, TakesAQuoteInsideACellAsItIs) {
  EXPECT_EQ(values_of("a,b\n5\",x\"y\n"), (Rows{"5\"", "x\"y"}));
}

TEST(CsvTable, TakesWhatFollowsAQuotedPartAlong) {
  EXPECT_EQ(values_of("a,b\n\"x\"y,z\n"), (Rows{"xy", "z"}));
}

TEST(CsvTable, LeavesBlankLinesOutAndKeepsComments) {
  EXPECT_EQ(rows_of("\na,b\n\n1,2\n \t\n# note\n"), (Rows{"1,2", "# note"}));
}

TEST(CsvTable, NamesRaggedRows) {
  const CsvTable table = table_of("a,b,c\n1,2\n1,2,3\n1,2,3,\n");

  ASSERT_EQ(table.ragged().size(), 2U);
  EXPECT_EQ(table.ragged()[0].row, 0U);
  EXPECT_EQ(table.ragged()[0].cells, 2U);
  EXPECT_EQ(table.ragged()[1].row, 2U);
  EXPECT_EQ(table.ragged()[1].cells, 4U);
}

TEST(CsvTable, RefusesATextWithoutHeader) {
  EXPECT_EQ(fault_of("").kind, CsvFault::Kind::empty);
  EXPECT_EQ(fault_of("\xef\xbb\xbf\n \n").kind, CsvFault::Kind::empty);
}

TEST(CsvTable, RefusesAQuotedCellThatDoesNotEnd) {
  const CsvFault fault = fault_of("a,b\n1,\"x\n2,y\n");

  EXPECT_EQ(fault.kind, CsvFault::Kind::open_quote);
  EXPECT_EQ(fault.offset, 6U);
}

TEST(CsvTable, FindsARepeatedColumn) {
  EXPECT_EQ(table_of("a,b,a\n").repeated_column(), "a");
  EXPECT_EQ(table_of("a,b,c\n").repeated_column(), std::nullopt);
}

TEST(CsvTable, KnowsTheEndingOfItsLastRecordThatHasOne) {
  EXPECT_EQ(table_of("a\n1\r\n2").ending(), "\r\n");
  EXPECT_EQ(table_of("a\r").ending(), "\r");
  EXPECT_EQ(table_of("a").ending(), "\n");
}

TEST(CsvTable, GivesARecordWithItsEnding) {
  const CsvTable table = table_of("a\r\n1\n2");

  EXPECT_EQ(table.whole(table.header_range()), (ByteRange{0, 3}));
  EXPECT_EQ(table.whole(table.rows()[0]), (ByteRange{3, 5}));
  EXPECT_EQ(table.whole(table.rows()[1]), (ByteRange{5, 6}));
}

}  // namespace
}  // namespace patcher
