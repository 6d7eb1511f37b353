// SPDX-License-Identifier: MIT
// Rows that come at the end of a table are imported as rows, whatever stands above them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/sandbox.hpp"

namespace patcher::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kTable = "gfx,M,us\na,1,4.8\na,2,4.9\nb,1,5.0\n";

RunResult import_sides(const Sandbox& box) {
  return box.run("import --from a --to b --tree t --id p -o p.yaml");
}

TEST(ImportedRows, AreRowsWithTheFewestLeadingColumnsForAKey) {
  const Sandbox box({{"a/t.csv", kTable}, {"b/t.csv", kTable + "b,2,5.1\n"}});

  const RunResult run = import_sides(box);

  ASSERT_EQ(run.exit, 0) << run.text();
  EXPECT_THAT(box.read("p.yaml"),
              HasSubstr("  - table: t.csv\n    rows: p/rows/t.csv\n    key:\n      columns:\n"
                        "        - gfx\n        - M\n    family:\n      - t.csv\n"));
  EXPECT_EQ(box.read("p/rows/t.csv"), "gfx,M,us\nb,2,5.1\n");
}

TEST(ImportedRows, FitWhereUpstreamHasOtherRowsAndNotWhereItHasTheKey) {
  const Sandbox box({{"a/t.csv", kTable}, {"b/t.csv", kTable + "b,2,5.1\n"}});
  ASSERT_EQ(import_sides(box).exit, 0);
  box.write("tree/t.csv", "gfx,M,us\nc,9,1.0\n");
  EXPECT_EQ(box.run("apply p.yaml --root t=tree").exit, 0);
  EXPECT_EQ(box.read("tree/t.csv"), "gfx,M,us\nc,9,1.0\nb,2,5.1\n");
  box.write("taken/t.csv", kTable + "b,2,7.7\n");

  EXPECT_EQ(box.run("apply p.yaml --root t=taken").exit, 1);

  EXPECT_EQ(box.read("taken/t.csv"), kTable + "b,2,7.7\n");
}

struct OtherChange {
  std::string name;
  std::string before;
  std::string after;
};
class OtherChangeOfATable : public ::testing::TestWithParam<OtherChange> {};

TEST_P(OtherChangeOfATable, IsLines) {
  const Sandbox box({{"a/t.csv", GetParam().before}, {"b/t.csv", GetParam().after}});

  const RunResult run = import_sides(box);

  ASSERT_EQ(run.exit, 0) << run.text();
  EXPECT_THAT(box.read("p.yaml"), Not(HasSubstr("table:")));
}

INSTANTIATE_TEST_SUITE_P(
    All, OtherChangeOfATable,
    ::testing::Values(OtherChange{"InTheMiddle", kTable, "gfx,M,us\na,0,1\n" + kTable.substr(9)},
                      OtherChange{"TwoRowsAlike", kTable, kTable + "z,1,1\nz,1,1\n"},
                      OtherChange{"TheSameNumberSpelledOtherwise", "M\n1\n2\n", "M\n1\n2\n1.0\n"},
                      OtherChange{"ANarrowRow", kTable, kTable + "z,1\n"},
                      OtherChange{"Quoted", kTable, kTable + "\"z\",1,1\n"},
                      OtherChange{"Carriage", "M\r\n1\r\n", "M\r\n1\r\n2\r\n"},
                      OtherChange{"NoFinalNewline", kTable, kTable + "z,1,1"}),
    [](const auto& about) { return about.param.name; });

}  // namespace
}  // namespace patcher::testing
